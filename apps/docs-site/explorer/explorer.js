/* global SwaggerUIBundle */
const form = document.forms[0];
const fields = form.elements;
const asked = new URLSearchParams(location.search);
fields.api.value = asked.get('api') === 'auth' ? 'auth' : 'shop';
fields.shop.value = asked.get('shop') ?? '';

// Uses the theme selected on the documentation site, or else the system's.
const appearance = localStorage.getItem('vitepress-theme-appearance') ?? 'auto';
const isDark =
  appearance === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : appearance === 'dark';
document.documentElement.classList.toggle('dark-mode', isDark);

const { shop_url: shopUrl } = await (await fetch('/docs/explorer/addresses.json')).json();

function open() {
  const shop = fields.shop.value.trim();
  const isShop = fields.api.value === 'shop';
  fields.shop.required = isShop;
  if (isShop && !shop) return;
  SwaggerUIBundle({
    url: `${isShop ? shopUrl.replace('{shop}', encodeURIComponent(shop)) : ''}/api/openapi.json`,
    dom_id: '#api',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    filter: true,
    // Stores no tokens, and sends the OpenAPI document to no external validator.
    persistAuthorization: false,
    validatorUrl: null,
    tryItOutEnabled: true,
  });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const query = new URLSearchParams({ api: fields.api.value, shop: fields.shop.value.trim() });
  history.replaceState(null, '', `?${query}`);
  open();
});
form.addEventListener('change', () => {
  fields.shop.required = fields.api.value === 'shop';
});
open();
