// Scripts that a part of a page which has come anew needs, and the page did not need before.

const addressOf = (element: Element): string => element.getAttribute('src') ?? element.getAttribute('href') ?? '';

/** Words come first. */
export async function runNew(now: Document): Promise<void> {
  const known = new Set([...document.querySelectorAll('[src], [href]')].map(addressOf));
  for (const selector of ['script[type="module"][src]', 'link[data-run]'])
    for (const element of now.querySelectorAll(selector)) {
      const address = addressOf(element);
      if (!known.has(address)) await import(address);
      known.add(address);
    }
}
