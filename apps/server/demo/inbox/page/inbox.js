// Shows new messages without a reload: asks for the page again and takes its list. A message that was chosen stays; else the newest is shown.
const pauseMs = 2000;
const away = document.querySelector('.away');

async function refresh() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  const [items, freshItems] = [document, fresh].map((page) => page.querySelector('#items'));
  if (items.innerHTML === freshItems.innerHTML) return;
  const focused = document.activeElement?.closest('#items a')?.getAttribute('href');
  items.replaceChildren(...freshItems.childNodes);
  document.querySelector('.count').textContent = fresh.querySelector('.count').textContent;
  if (focused) items.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  const [reader, freshReader] = [document, fresh].map((page) => page.querySelector('.reader'));
  const [read, freshRead] = [reader, freshReader].map((part) => part.querySelector('article')?.dataset.message);
  if (read !== freshRead) reader.replaceWith(freshReader);
}

async function keepFresh() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (document.hidden) continue;
    away.hidden = await refresh().then(
      () => true,
      // The demonstration was stopped, or is starting again.
      () => false,
    );
  }
}

void keepFresh();
