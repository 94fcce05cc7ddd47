import type { ReactNode } from 'react';
import { Card } from '../../parts/layout';
import styles from './design.module.css';

export function Samples({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <Card title={<code>{name}</code>}>
      <div className={styles['samples']}>{children}</div>
    </Card>
  );
}

/** A sample of a component, below the props that cause the component's state. */
export function Sample({ state, children }: { state: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles['sample']}>
      <code className={styles['state']}>{state}</code>
      {children}
    </div>
  );
}
