import { Fragment, type ReactNode } from 'react';
import styles from './facts.module.css';

export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }): ReactNode {
  return (
    <dl className={styles['facts']}>
      {facts
        .filter(({ value }) => value !== undefined)
        .map(({ name, value }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
