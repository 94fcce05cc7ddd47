import type { ReactNode } from 'react';
import { ButtonLink } from '../../parts/button';
import { Icon } from '../../parts/icon';
import { Card } from '../../parts/layout';
import { type TextId, useTexts } from '../../texts/texts';
import type { Steps } from './home-data';
import styles from './next-steps.module.css';

const order = [
  { step: 'token', to: '/settings/api-access' },
  { step: 'meta', to: '/meta' },
  { step: 'app', to: '/apps' },
] as const satisfies { step: keyof Steps; to: string }[];

/** Lists the setup steps that the owner has not completed. Hidden if there are no such steps. */
export function NextSteps({ steps }: { steps: Steps }): ReactNode {
  const t = useTexts();
  const done = order.filter(({ step }) => steps[step]).length;
  if (!order.some(({ step }) => steps[step] === false)) return null;
  return (
    <Card flush title={t('home.steps.title')} lead={t('home.steps.lead', { done, all: order.length })}>
      <ol className={styles['steps']}>
        {order.map(({ step, to }) => (
          <li key={step} data-done={steps[step] === true}>
            <span className={styles['mark']} role="img" aria-label={t(markOf(steps[step]))}>
              {steps[step] && <Icon name="check" size={14} />}
            </span>
            <div className={styles['text']}>
              <p className={styles['title']}>{t(`home.steps.${step}.title`)}</p>
              <p>{t(`home.steps.${step}.text`)}</p>
            </div>
            {steps[step] === false && (
              <ButtonLink href={to} size="small">
                {t(`home.steps.${step}.action`)}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function markOf(isDone: boolean | undefined): TextId {
  if (isDone === undefined) return 'home.steps.unknown';
  return isDone ? 'home.steps.done' : 'home.steps.open';
}
