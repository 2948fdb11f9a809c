// Never ends, and hears nothing.
for (;;) Math.random();
