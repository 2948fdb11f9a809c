const hoard: Buffer[] = [];
for (let round = 0; round < 1_000; round++) {
  hoard.push(Buffer.alloc(10_000_000, round + 1));
  await new Promise((resolve) => setTimeout(resolve, 10));
}
