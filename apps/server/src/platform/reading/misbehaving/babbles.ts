for (let round = 0; round < 1_000; round++) process.stdout.write(Buffer.alloc(1_000_000));
setTimeout(() => process.exit(0), 10_000);
