import css from './print-sheets.module.css';

/** In CSS pixels or points: only their proportion counts. */
interface SheetSize {
  width: number;
  height: number;
}

/** The whole sheet is the page: what is printed has its own margins. */
function sizePages({ width, height }: SheetSize): () => void {
  const style = new CSSStyleSheet();
  style.replaceSync(`@page { size: ${width > height ? 'landscape' : 'portrait'}; margin: 0 }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style);
  };
}

/** Prints these in place of the page, each on a sheet of its own, and takes them away after. */
function printElements(elements: readonly HTMLElement[], onEnd: () => void): void {
  const holder = document.createElement('div');
  holder.className = css.sheets ?? '';
  holder.append(...elements);
  document.body.append(holder);
  const end = () => {
    holder.remove();
    onEnd();
  };
  window.addEventListener('afterprint', end, { once: true });
  window.print();
}

/** Pictures, one on each sheet. */
export async function printPictures(pictures: readonly Blob[], size: SheetSize): Promise<void> {
  const addresses = pictures.map((picture) => URL.createObjectURL(picture));
  const images = addresses.map((address) => {
    const image = new Image();
    image.src = address;
    image.alt = '';
    return image;
  });
  const resetSize = sizePages(size);
  const forget = () => {
    resetSize();
    for (const address of addresses) URL.revokeObjectURL(address);
  };
  try {
    await Promise.all(images.map((image) => image.decode()));
  } catch (error) {
    forget();
    throw error;
  }
  printElements(images, forget);
}

export function printText(text: string): void {
  const sheet = document.createElement('pre');
  sheet.textContent = text;
  printElements([sheet], () => {});
}
