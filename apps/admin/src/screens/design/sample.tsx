import type { ReactNode } from 'react';
import { Card } from '../../parts/layout';
import styles from './design.module.css';

/** A card with samples of one component. `name` is the component's name in the code. */
export function Samples({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <Card title={<code>{name}</code>}>
      <div className={styles['samples']}>{children}</div>
    </Card>
  );
}

/** A sample of a component in one state, below the props that cause it. */
export function Sample({ state, children }: { state: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles['sample']}>
      <code className={styles['state']}>{state}</code>
      {children}
    </div>
  );
}
