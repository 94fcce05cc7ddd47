import { CHECK_INTERVAL_MS, GRACE_MS, RETRY_INTERVAL_MS, stateAfter } from './domain-state';

const now = 1_800_000_000_000;
const verified = { status: 'verified', proved_at: now - CHECK_INTERVAL_MS } as const;

it('stateAfter returns verified and the time of the next check if a proof exists, whatever the previous status', () => {
  for (const status of ['pending', 'verified', 'lost'] as const)
    expect(stateAfter({ status, proved_at: null }, 'proved', now)).toEqual({
      ...{ status: 'verified', problem: null, proved_at: now, next_check_at: now + CHECK_INTERVAL_MS },
    });
});

it('stateAfter marks a verified domain as lost when the TXT record and the file are missing', () => {
  expect(stateAfter(verified, 'absent', now)).toEqual({
    ...{ status: 'lost', problem: 'absent', proved_at: verified.proved_at, next_check_at: null },
  });
});

it('stateAfter keeps a domain verified while its servers do not respond, until the grace period ends', () => {
  const within = stateAfter(verified, 'unreachable', now);
  expect(within).toMatchObject({ status: 'verified', next_check_at: now + RETRY_INTERVAL_MS });
  const after = stateAfter({ ...verified, proved_at: now - GRACE_MS }, 'unreachable', now);
  expect(after).toMatchObject({ status: 'lost', next_check_at: null });
});

it('stateAfter keeps a domain pending and plans no check if the TXT record and the file are missing', () => {
  expect(stateAfter({ status: 'pending', proved_at: null }, 'absent', now)).toEqual({
    ...{ status: 'pending', problem: 'absent', proved_at: null, next_check_at: null },
  });
});
