import { Receiver } from './webhook-receiver';

let receiver: Receiver;
beforeEach(async () => (receiver = await Receiver.start()));
afterEach(() => receiver.stop());

const send = () => fetch(receiver.url, { method: 'POST', body: '{}' });

it('WebhookReceiver.has() resolves when the given number of requests has arrived', async () => {
  const come = receiver.has(2);
  await send();
  await send();
  await come;
  await receiver.has(1);
  expect(receiver.received).toHaveLength(2);
});

it('WebhookReceiver.has() throws an error with the number of received requests after the time limit', async () => {
  await send();
  await expect(receiver.has(2, 1)).rejects.toThrow('not within 1 ms: 2 requests; 1 came');
});
