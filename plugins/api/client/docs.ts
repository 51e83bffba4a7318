// Starts Swagger UI on the page /docs, follows the system's colours, and adds what the server asks of calls that write.

interface SwaggerRequest {
  url: string;
  method?: string;
  headers: Record<string, string>;
}

declare const SwaggerUIBundle: (options: {
  url: string;
  dom_id: string;
  deepLinking: boolean;
  docExpansion: 'none';
  filter: boolean;
  displayOperationId: boolean;
  tryItOutEnabled: boolean;
  validatorUrl: null;
  requestInterceptor(request: SwaggerRequest): SwaggerRequest;
}) => unknown;

function csrfToken(): string | undefined {
  const found = document.cookie.split('; ').find((cookie) => /^(__Host-)?csrf=/.test(cookie));
  return found && decodeURIComponent(found.slice(found.indexOf('=') + 1));
}

/** The session cookie alone is not enough to write; the token goes to our own origin only. */
function withCsrf(request: SwaggerRequest): SwaggerRequest {
  const own = new URL(request.url, location.href).origin === location.origin;
  const reads = /^(get|head|options)$/i.test(request.method ?? 'get');
  const token = csrfToken();
  if (own && !reads && token) request.headers['X-CSRF-Token'] = token;
  return request;
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = (): void => {
  document.documentElement.classList.toggle('dark-mode', dark.matches);
};
dark.addEventListener('change', follow);
follow();

/** The viewer leaves its list of servers without a name. */
const named = new MutationObserver(() => {
  const servers = document.querySelector('#servers');
  if (!servers) return;
  named.disconnect();
  servers.setAttribute('aria-label', 'Server');
});
named.observe(document.body, { childList: true, subtree: true });

SwaggerUIBundle({
  url: '/api/v2/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  displayOperationId: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor: withCsrf,
});
