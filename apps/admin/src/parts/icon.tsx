import type { ReactNode } from 'react';

/** Decorative line drawings on a 20 × 20 grid. */
const drawings = {
  home: 'M3 9.2 10 3.5l7 5.7V16a1 1 0 0 1-1 1h-3.500v-4.500h-5V17H4a1 1 0 0 1-1-1Z',
  orders:
    'M5 3.500h10a1 1 0 0 1 1 1V17l-2-1.300-2 1.300-2-1.300L8 17l-2-1.300L4 17V4.500a1 1 0 0 1 ' +
    '1-1Zm2.500 4h5m-5 3.500h5',
  product: 'M10 3 3.500 6.200v7.600L10 17l6.500-3.200V6.200ZM3.500 6.200 10 9.400l6.500-3.200M10 9.400V17',
  stock: 'M3.500 10.500h6v6h-6Zm7 0h6v6h-6Zm-3.500-7h6v6H7Z',
  tag: 'M3.500 4.500a1 1 0 0 1 1-1h5.300l7 7-6.300 6.300-7-7ZM7 7h.01',
  key:
    'M12.500 11.500a4 4 0 1 0-3.800-2.800L3 ' +
    '14.400V17h2.600v-1.800h1.800v-1.800h1.800l1.100-1.100c.7.200 1.400.200 2.200.200ZM13.500 ' +
    '6.600h.01',
  apps: 'M4 4h4.500v4.500H4Zm7.500 0H16v4.500h-4.500ZM4 11.500h4.500V16H4Zm7.500 2.250h4.500m-2.250-2.250V16',
  code: 'm7 6-4 4 4 4m6-8 4 4-4 4m-1.700-10-2.600 12',
  test:
    'M8 3.500h4m-3.500 0V8L4.200 15a1.300 1.300 0 0 0 1.100 2h9.400a1.300 1.300 0 0 0 ' +
    '1.100-2L11.500 8V3.500M6.200 12.500h7.600',
  meta:
    'M6.500 3.500C5 3.500 4.500 4.300 4.500 5.500v2c0 1.500-.6 2.500-2 2.500 1.400 0 2 1 2 ' +
    '2.500v2c0 1.200.5 2 2 2m7-13c1.500 0 2 .8 2 2v2c0 1.500.6 2.500 2 2.500-1.400 0-2 1-2 ' +
    '2.500v2c0 1.200-.5 2-2 2M7.500 10h.01M10 10h.01m2.490 0h.01',
  activity: 'M2.500 10.500h3l2.200-6 4.200 11 2.300-5h3.300',
  person:
    'M10 10a3.250 3.250 0 1 0 0-6.500 3.250 3.250 0 0 0 0 6.500Zm-6.500 6.500c.8-2.700 3.300-4 ' +
    '6.500-4s5.700 1.300 6.500 4',
  people:
    'M7.500 9.500a2.750 2.750 0 1 0 0-5.500 2.750 2.750 0 0 0 0 5.500Zm-5 6.500c.6-2.400 ' +
    '2.500-3.600 5-3.600s4.400 1.200 5 3.600M13 4.300a2.600 2.600 0 0 1 0 5m1.800 3.400c1.400.5 ' +
    '2.300 1.600 2.700 3.300',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  close: 'm5 5 10 10M15 5 5 15',
  copy:
    'M7.500 7.500V4.500a1 1 0 0 1 1-1h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-3m-9-4a1 1 0 0 1 1-1h7a1 1 0 ' +
    '0 1 1 1v7a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1Z',
  print:
    'M6 7V3.500h8V7M6 14H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-2M6 11.500h8v5H6Z',
  search: 'M9 14.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11Zm4-1.500 4 4',
  check: 'm4 10.500 4 4 8-9',
  minus: 'M5 10h10',
  plus: 'M10 4v12M4 10h12',
  warning: 'M10 3.500 2.500 16.500h15ZM10 8.500v3.500m0 2.200h.01',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm0-8v4.500m0-7h.01',
  chevron: 'm7.500 4.500 5.500 5.500-5.500 5.500',
  download: 'M10 3.500v9m-3.500-3.500 3.500 3.500 3.500-3.500M4 13.500v2a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-2',
  down: 'm5 7.500 5 5 5-5',
  eye:
    'M2 10c1.900-3.300 4.600-5 8-5s6.100 1.700 8 5c-1.900 3.300-4.600 5-8 5s-6.100-1.700-8-5Zm8 ' +
    '2.250a2.250 2.250 0 1 0 0-4.500 2.250 2.250 0 0 0 0 4.500Z',
  out: 'M8 3.500H5a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h3m4.500-3 3.500-3.500-3.500-3.500M16 10H8',
  external: 'M11.500 3.500h5v5m0-5L9 11M8 4.500H4.500a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V12',
} as const;

export type IconName = keyof typeof drawings;

/** Names of drawings with a direction, which right-to-left languages mirror. */
const DIRECTIONAL = new Set<IconName>(['chevron', 'out', 'external']);

export function Icon({ name, size = 18 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      aria-hidden="true"
      focusable="false"
      {...(DIRECTIONAL.has(name) && { 'data-directional': true })}
    >
      <path
        d={drawings[name]}
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
