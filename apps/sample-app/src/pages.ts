import type { FastifyReply } from 'fastify';
import type { ShopRow } from './database';
import { type LabelOrder, trackingNumberOf } from './orders';

/** HTML whose interpolated text is escaped. */
class Html {
  constructor(readonly text: string) {}
}

type Piece = Html | string | number | false | null | Piece[];

function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(
    strings.map((text, at) => text + (at < pieces.length ? written(pieces[at]!) : '')).join(''),
  );
}

function written(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (Array.isArray(piece)) return piece.map(written).join('');
  if (piece === false || piece === null) return '';
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return String(piece).replace(/[&<>"]/g, (each) => names[each]!);
}

export function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page.text);
}

function layout(
  title: string,
  content: Html,
  { shop, refresh = false }: { shop?: string; refresh?: boolean } = {},
) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      ${refresh && html`<meta http-equiv="refresh" content="1" />`}
      <title>${title} – Parcel labels</title>
      <link rel="stylesheet" href="/style.css" />
      <header>
        <strong>Parcel labels</strong>
        ${
          shop !== undefined &&
          html`<form method="post" action="/close">
            <span>${shop}</span> <button class="quiet">Close</button>
          </form>`
        }
      </header>
      <main>${content}</main>
    </html>`;
}

export function beginPage(problem?: string): Html {
  return layout(
    'Welcome',
    html`<h1>Labels for the orders of your shop</h1>
      <p>Open the app from your shop, or enter your shop. There you decide what the app may do.</p>
      ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
      <form action="/begin" class="begin">
        <label for="shop">Your shop</label>
        <input
          id="shop"
          name="shop"
          placeholder="demo-shop"
          required
          autocapitalize="none"
          spellcheck="false"
        />
        <button>Continue</button>
      </form>`,
  );
}

export function messagePage(title: string, text: string): Html {
  return layout(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/">Parcel labels</a></p>`,
  );
}

/**
 * Confirmation page with the name of the shop. A visitor who followed an attacker's link can notice the wrong
 * shop.
 */
export function openPage(shop: ShopRow): Html {
  return layout(
    'Installed',
    html`<h1>Parcel labels is installed</h1>
      <p>It has access to <strong>${shop.name}</strong> (${shop.domain}). Is that your shop?</p>
      <div class="actions">
        <form method="post" action="/open"><button>Open the labels of ${shop.name}</button></form>
        <form method="post" action="/close"><button class="quiet">Not mine</button></form>
      </div>`,
  );
}

export interface OrdersShown {
  shop: ShopRow;
  orders: LabelOrder[];
  total: number;
  allSelected: boolean;
  result?: { done: number[]; refused: number[] };
}

export function ordersPage(shown: OrdersShown): Html {
  const { shop, orders, result } = shown;
  const isCopied = shop.sequence !== null;
  return layout(
    'Orders',
    html`<h1>Orders to send</h1>
      ${result !== undefined && resultNote(result)}
      ${!isCopied && html`<p class="note" role="status">Reading the orders of ${shop.name} …</p>`}
      ${isCopied && orders.length === 0 && html`<p class="note">No unfulfilled orders. New orders appear here.</p>`}
      ${orders.length > 0 && selection(shown)}`,
    { shop: shop.name, refresh: !isCopied },
  );
}

function selection({ orders, total, allSelected }: OrdersShown): Html {
  return html`<form method="post" action="/fulfil">
    <p class="soft">
      ${orders.length} of ${total}. Select: <a href="/?select=all">all</a>, <a href="/">none</a>
    </p>
    <ul class="orders">
      ${orders.map((order) => html`<li>${orderLine(order, allSelected)}</li>`)}
    </ul>
    <div class="actions bar">
      <button formaction="/labels" formtarget="_blank">Print labels</button>
      <button class="quiet">Mark as fulfilled</button>
    </div>
  </form>`;
}

function orderLine(order: LabelOrder, selected: boolean): Html {
  const { id, number, address, printed } = order;
  const to = address.length > 0 ? [address[0]!, address.at(-2)!].join(', ') : 'No shipping address';
  return html`<label>
    <input type="checkbox" name="order" value="${id}" ${selected && html`checked`} />
    <strong>${number}</strong>
    <span class="to soft">${to}</span>
    <code class="soft">${trackingNumberOf(order)}</code>
    <span class="mark">${printed ? 'Printed' : 'New'}</span>
  </label>`;
}

function resultNote({ done, refused }: { done: number[]; refused: number[] }): Html {
  const [are, were] = [done.length === 1 ? 'order is' : 'orders are', refused.length === 1 ? 'was' : 'were'];
  return html`<p class="note" role="status">
    ${done.length} ${are} fulfilled.
    ${refused.length > 0 && `${refused.join(', ')} ${were} cancelled in the shop in the meantime.`}
  </p>`;
}
