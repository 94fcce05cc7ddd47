/**
 * Uses the SDK as an app does, with language features that every runtime supports. `run.mjs` loads this file in each
 * runtime.
 */

/**
 * @param sdk the built SDK package
 * @param given addresses, tokens and a signed webhook from `run.mjs`, and the names of checks to skip in `leftOut`
 * @returns the name of each check, with the reason if the check failed
 */
export async function tell(sdk, given) {
  const told = [];
  for (const [name, check] of Object.entries(checksOf(sdk, given))) {
    if (given.leftOut.includes(name)) continue;
    const why = await check().then(
      () => undefined,
      (error) => String(error?.stack ?? error),
    );
    told.push({ name, why });
  }
  return told;
}

function is(actual, expected) {
  const [a, b] = [actual, expected].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${a} is not ${b}`);
}

async function thrownBy(act) {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

function checksOf(sdk, { authUrl, nonce, token, gate, message, direct }) {
  const { Shop, install, webhooks, isApiError } = sdk;
  const at = (place, options = {}) => new Shop({ baseUrl: `${gate}/${place}`, token, ...options });
  const shop = at('through');
  const unique = () => crypto.randomUUID();
  /** Expects `act` to throw an SDK error with this name, and returns the error. */
  const fails = async (name, act) => {
    const error = await thrownBy(act);
    is([error.name, error instanceof (sdk[name] ?? webhooks[name])], [name, true]);
    return error;
  };
  return {
    'exchanges a nonce': async () => {
      const installed = await install.exchange(nonce, { authUrl });
      is([/^swo_/.test(installed.token), installed.shop.domain], [true, 'demo-shop']);
      const own = new Shop({ baseUrl: `${gate}/through`, token: installed.token });
      is((await install.installation(own)).baseUrl, installed.baseUrl);
    },
    'knows names below localhost': async () => {
      is((await new Shop({ baseUrl: direct, token }).products.list().toArray({ max: 1 })).length, 1);
      const made = await new Shop({ baseUrl: direct, token }).products.create({ title: 'Kännchen' });
      await new Shop({ baseUrl: direct, token }).products.delete(made.id);
      const error = await fails('TimeoutError', () =>
        new Shop({ baseUrl: direct, token, timeoutMs: 1, maxRetries: 0 }).orders.list().toArray(),
      );
      is(error.asked.method, 'GET');
    },
    'lists over pages, with what is included': async () => {
      const numbers = [];
      for await (const order of shop.orders.list({
        include: ['customer'],
        sort: '-number',
        page: { size: 2 },
      })) {
        // Orders by telephone have no customer, so `customer` is null.
        if (order.customer) is('email' in order.customer, true);
        if (numbers.push(order.number) === 5) break;
      }
      is(
        numbers,
        [...numbers].sort((a, b) => b - a),
      );
      const some = await shop.orders
        .list({ include: ['customer'], page: { size: 100 } })
        .toArray({ max: 100 });
      is(
        some.some(({ customer }) => customer?.email),
        true,
      );
    },
    'creates once with a key': async () => {
      const idempotencyKey = unique();
      const create = () => shop.products.create({ title: 'Ärmelkanal ☕' }, { idempotencyKey });
      const [one, again] = [await create(), await create()];
      is([again.id, again.title], [one.id, 'Ärmelkanal ☕']);
      await shop.products.delete(one.id);
    },
    'changes and removes what nobody else changed': async () => {
      const first = await shop.products.create({ title: 'Mug' });
      await shop.products.update(first.id, { title: 'Cup' }, { ifMatch: first });
      const error = await fails('ApiError', () => shop.products.delete(first.id, { ifMatch: first }));
      is(error.code, 'precondition_failed');
      is(await shop.products.delete(first.id), undefined);
    },
    'does all or none': async () => {
      const batch = shop.atomic();
      const jug = batch.create('products', { title: 'Jug' });
      const price = { price_amount: 1495, currency_code: 'EUR' };
      batch.create('variants', { title: 'Red', ...price }, { relationships: { product: jug } });
      const made = (await batch.send()).of(jug);
      is(
        (await shop.products.related(made.id, 'variants').toArray()).map(({ title }) => title),
        ['Red'],
      );
      const faulty = shop.atomic();
      faulty.delete(made);
      faulty.update({ type: 'products', id: unique() }, { title: 'x' });
      is((await fails('ApiError', () => faulty.send())).code, 'not_found');
      is((await shop.products.get(made.id)).title, 'Jug');
      await shop.products.delete(made.id);
    },
    'has errors with codes': async () => {
      const requestId = `story-${unique()}`;
      const error = await fails('ApiError', () => shop.products.create({ colour: 'blue' }, { requestId }));
      is([error.status, isApiError(error, 'unknown_attribute')], [422, true]);
      is(error.requestId, requestId);
    },
    'waits as long as Retry-After says': async () => {
      for (const status of [429, 503]) {
        const begun = Date.now();
        const made = await at(`fails-once/${status}/${unique()}`).products.create({ title: 'Mug' });
        is([typeof made.id, Date.now() - begun >= 990], ['string', true]);
        await shop.products.delete(made.id);
      }
      const once = at(`fails-once/503/${unique()}`, { maxRetries: 0 });
      const error = await fails('ApiError', () => once.products.list().toArray());
      is([error.status, error.retryAfter], [503, 1]);
    },
    'exports, and goes on where the answer was cut': async () => {
      const numbers = [];
      for await (const { number } of at(`cut-once/${unique()}`).exports.of('orders', { fields: ['number'] }))
        numbers.push(number);
      is([numbers.length > 1000, new Set(numbers).size], [true, numbers.length]);
    },
    'follows the log': async () => {
      const [newest] = await shop.events.list({ sort: '-sequence', page: { size: 1 } }).toArray({ max: 1 });
      const since = newest.sequence - 2;
      const read = [];
      for await (const { sequence } of shop.events.tail({ since, follow: false })) read.push(sequence);
      is(read.slice(0, 2), [since + 1, since + 2]);
    },
    'keeps meta, and searches it': async () => {
      const key = `story_${unique().replaceAll('-', '_')}`;
      const [order] = await shop.orders.list({ page: { size: 1 } }).toArray({ max: 1 });
      await shop.metaOf(order).set({ [key]: 7 });
      is((await shop.metaOf(order).get())[key], 7);
      const found = await shop.meta.search({ key, operator: '>', value: 5 }).toArray();
      is(
        found.map(({ resource_id }) => resource_id),
        [order.id],
      );
      await shop.metaOf(order).set({ [key]: null });
    },
    'proves its secret': async () => {
      // Expected signature. Output of: printf swo_x | openssl dgst -sha256 -hmac s
      const proof = '22cd540139628d41faf7b7c45b31947ac201e0f57465d4199588401fc0cbd776';
      is(await sdk.secretProof('swo_x', 's'), proof);
    },
    'verifies a webhook, and refuses another': async () => {
      const { body, headers, secret } = message;
      is((await webhooks.verify(body, headers, secret)).type, 'meta.created');
      const request = new Request('http://localhost/webhooks', { method: 'POST', body, headers });
      is((await webhooks.verifyRequest(request, ['whsec_AAAA', secret])).type, 'meta.created');
      const changed = await fails('WebhookVerificationError', () =>
        webhooks.verify(`${body} `, headers, secret),
      );
      is(changed.reason, 'no_match');
    },
    'gives up after its time limit': async () => {
      const never = at('never', { timeoutMs: 200, maxRetries: 0 });
      await fails('TimeoutError', () => never.orders.list().toArray());
      const half = at('half', { timeoutMs: 200, maxRetries: 0 });
      await fails('TimeoutError', () => half.orders.list().toArray());
    },
    'ends when its caller says so': async () => {
      const ending = new AbortController();
      const reason = new Error('enough');
      setTimeout(() => ending.abort(reason), 100);
      is(
        (await thrownBy(() => at('never').orders.list({ signal: ending.signal }).toArray())) === reason,
        true,
      );
    },
    'reads no more than it is to': async () => {
      const { signal } = new AbortController();
      const endless = at('endless', { maxResponseBytes: 1_000_000, maxRetries: 0 });
      await fails('ResponseTooLargeError', () => endless.orders.list({ signal }).toArray());
    },
    'knows what is no API': async () => {
      const error = await fails('UnexpectedResponseError', () => at('html').orders.list().toArray());
      is([error.status, /text\/html/.test(error.message)], [200, true]);
      await fails('UnexpectedResponseError', () => at('moved').orders.list().toArray());
      await fails('ConnectionError', () => at('gone', { maxRetries: 0 }).orders.list().toArray());
    },
  };
}
