import { dataFolderVariable } from './people/accounts.ts';
import { startProduct } from './product.ts';

/** Starts the product of most journeys. The returned function stops it. */
export default async function startProductOfRun(): Promise<() => Promise<void>> {
  const { dataFolder, stop } = await startProduct();
  process.env[dataFolderVariable] = dataFolder;
  return stop;
}
