import { type ReactNode, useState } from 'react';
import type { StoreObject } from '../../../api/store';
import { useTexts } from '../../../texts/texts';
import { Button } from '../../button';
import { Dialog, DialogActions } from '../../dialog';
import { Radio, RadioGroup, TextInput } from '../../fields';
import { Form, FormActions } from '../../form';
import { Stack } from '../../layout';
import type { ListedType } from '../listed-types';
import { type BulkAction, type BulkChoice, type ChangeOf, tagChange, tagsIn, tagsOf } from './bulk-actions';
import styles from './bulk.module.css';
import type { BulkProgress, BulkRun } from './use-bulk';

interface BulkDialogProps<R extends StoreObject> {
  type: ListedType;
  /** Bulk action and rows at the time of the click. The user can change the selection while the dialog is open. */
  asked: { action: BulkAction<R>; rows: readonly R[] } | undefined;
  isAsking: boolean;
  bulk: BulkRun<R>;
  onClose: () => void;
}

/**
 * Asks for confirmation of a bulk change and shows its progress. The dialog is modal, because the bulk change stops
 * when the user leaves the list.
 */
export function BulkDialog<R extends StoreObject>({
  type,
  asked,
  isAsking,
  bulk,
  onClose,
}: BulkDialogProps<R>): ReactNode {
  const t = useTexts();
  const { progress } = bulk;
  if (!asked && !progress) return null;
  const rows = t(`store.${type}.count`, { count: asked?.rows.length ?? 0 });
  const title = progress?.title ?? t('bulk.title', { action: asked!.action.label, rows });
  const begin = (change: ChangeOf<R>): void => {
    onClose();
    void bulk.begin({ title, rows: asked!.rows, change });
  };
  return (
    <Dialog
      title={title}
      size="small"
      isOpen={isAsking || progress !== undefined}
      isDismissable={!progress}
      onClose={onClose}
    >
      {progress ? (
        <Progress progress={progress} onStop={bulk.stop} />
      ) : (
        isAsking && <Question {...asked!} onChange={begin} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface QuestionProps<R extends StoreObject> {
  action: BulkAction<R>;
  rows: readonly R[];
  onChange: (change: ChangeOf<R>) => void;
  onClose: () => void;
}

function Question<R extends StoreObject>({ action, rows, ...end }: QuestionProps<R>): ReactNode {
  return 'tags' in action ? (
    <TagsQuestion how={action.tags} label={action.label} rows={rows} {...end} />
  ) : (
    <ChoiceQuestion choices={action.choices(rows)} none={action.none} {...end} />
  );
}

type End<R extends StoreObject> = Pick<QuestionProps<R>, 'onChange' | 'onClose'>;

function TagsQuestion<R extends StoreObject>({
  how,
  label,
  rows,
  onChange,
  onClose,
}: { how: 'add' | 'remove'; label: string; rows: readonly R[] } & End<R>): ReactNode {
  const t = useTexts();
  const [typed, setTyped] = useState('');
  const tags = tagsIn(typed);
  const known = how === 'remove' ? tagsOf(rows).join(', ') : '';
  return (
    <Form
      fields={['tags']}
      check={(): Record<string, string> => (tags.length === 0 ? { tags: t('store.field.missing') } : {})}
      onSubmit={() => Promise.resolve(onChange(tagChange(how, tags)))}
    >
      {() => (
        <>
          <TextInput
            name="tags"
            label={t('store.field.tags')}
            description={
              known === ''
                ? t('store.field.tags.description')
                : t('bulk.removeTags.description', { tags: known })
            }
            autoComplete="off"
            autoFocus
            value={typed}
            onChange={setTyped}
          />
          <FormActions action={label} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}

function ChoiceQuestion<R extends StoreObject>({
  choices,
  none,
  onChange,
  onClose,
}: { choices: readonly BulkChoice<R>[]; none: string | undefined } & End<R>): ReactNode {
  const t = useTexts();
  const [chosen, setChosen] = useState(choices[0]);
  if (!chosen) {
    return (
      <Stack>
        <p>{none}</p>
        <DialogActions>
          <Button autoFocus onPress={onClose}>
            {t('action.close')}
          </Button>
        </DialogActions>
      </Stack>
    );
  }
  return (
    <Form fields={[]} onSubmit={() => Promise.resolve(onChange(chosen.change))}>
      {() => (
        <>
          {choices.length > 1 && (
            <RadioGroup
              label={t('store.filter.status')}
              value={chosen.id}
              onChange={(id) => setChosen(choices.find((each) => each.id === id))}
            >
              {choices.map(({ id, label }) => (
                <Radio key={id} value={id}>
                  {label}
                </Radio>
              ))}
            </RadioGroup>
          )}
          {chosen.text !== undefined && <p>{chosen.text}</p>}
          <FormActions action={chosen.label} isDanger={chosen.isDanger} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}

function Progress({
  progress: { finished, total, isWaiting, isStopping },
  onStop,
}: {
  progress: BulkProgress;
  onStop: () => void;
}): ReactNode {
  const t = useTexts();
  return (
    <Stack>
      <progress
        className={styles['progress']}
        aria-label={t('bulk.progress.label')}
        max={total}
        value={finished}
      />
      <p role="status">{t('bulk.progress', { finished, total })}</p>
      <p>{t(isWaiting ? 'bulk.waiting' : 'bulk.stay')}</p>
      <DialogActions>
        <Button autoFocus isPending={isStopping} onPress={onStop}>
          {t('bulk.stop')}
        </Button>
      </DialogActions>
    </Stack>
  );
}
