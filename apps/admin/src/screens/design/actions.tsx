import { type ReactNode, useState } from 'react';
import { ActionMenu, RowMenu } from '../../parts/action-menu';
import { Button, type ButtonProps } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { CodeBlock, CopyButton } from '../../parts/copy-button';
import { DialogButton } from '../../parts/dialog-button';
import { TextInput } from '../../parts/fields';
import { FileButton } from '../../parts/file-button';
import { Form, FormActions } from '../../parts/form';
import { Row, Stack } from '../../parts/layout';
import { Segments } from '../../parts/segments';
import { toast } from '../../parts/toast';
import { useTexts } from '../../texts/texts';
import { Sample, Samples } from './sample';

const looks = ['primary', 'secondary', 'danger', 'destructive', 'quiet'] as const;
const buttonStates: readonly { state: string; props: ButtonProps }[] = [
  { state: 'size="normal"', props: {} },
  { state: 'size="small"', props: { size: 'small' } },
  { state: 'icon', props: { icon: 'plus' } },
  { state: 'isPending', props: { isPending: true } },
  { state: 'icon isPending', props: { icon: 'plus', isPending: true } },
  { state: 'isDisabled', props: { isDisabled: true } },
  { state: 'isUnavailable', props: { isUnavailable: true } },
];

export function Buttons(): ReactNode {
  const t = useTexts();
  return (
    <>
      {looks.map((look) => (
        <Samples key={look} name={`Button look="${look}"`}>
          {buttonStates.map(({ state, props }) => (
            <Sample key={state} state={state}>
              <Button look={look} {...props}>
                {t('action.save')}
              </Button>
            </Sample>
          ))}
          <Sample state="children={undefined}">
            <Row>
              <Button look={look} icon="close" aria-label={t('action.close')} />
              <Button look={look} icon="close" size="small" aria-label={t('action.close')} />
            </Row>
          </Sample>
        </Samples>
      ))}
    </>
  );
}

/** Style guide samples of components that react to a press, such as dialogs, menus and toasts. */
export function Reactions(): ReactNode {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const failing = (): Promise<void> => Promise.reject(new Error('sample'));
  return (
    <Samples name="Dialog, ConfirmDialog, toast, ActionMenu, RowMenu, Segments">
      <DialogButton label={t('createShop.open')} title={t('createShop.title')} look="primary">
        {(close) => (
          <Form onSubmit={failing} fields={['name']}>
            {({ isPending }) => (
              <Stack>
                <TextInput label={t('createShop.name')} name="name" autoFocus />
                <FormActions action={t('createShop.submit')} isPending={isPending} onCancel={close} />
              </Stack>
            )}
          </Form>
        )}
      </DialogButton>
      <Button look="destructive" onPress={() => setAsking(true)}>
        {t('unsaved.discard')}
      </Button>
      <ConfirmDialog
        title={t('unsaved.close.title')}
        action={t('unsaved.discard')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={failing}
      >
        {t('unsaved.close.text')}
      </ConfirmDialog>
      <Button onPress={() => toast(t('action.copied'))}>{t('action.copy')}</Button>
      <ActionMenu
        label={t('navigation.group.settings')}
        actions={[
          { id: 'copy', icon: 'copy', text: t('action.copy'), onPress: () => undefined },
          { id: 'close', icon: 'close', text: t('action.close'), onPress: () => undefined },
        ]}
      />
      <RowMenu
        name="Hafenblick"
        actions={[
          { id: 'copy', icon: 'copy', text: t('action.copy'), onPress: () => undefined },
          {
            id: 'close',
            icon: 'close',
            text: t('action.close'),
            isDisabled: true,
            onPress: () => undefined,
          },
          {
            ...{ id: 'discard', icon: 'close', text: t('unsaved.discard') },
            ...{ isDestructive: true, onPress: () => setAsking(true) },
          },
        ]}
      />
      <FileButton types={['image/png']} onChoose={({ name }) => toast(name)}>
        {t('navigation.products')}
      </FileButton>
      <Segments
        label={t('chart.view')}
        options={(['chart', 'table'] as const).map((id) => ({ id, text: t(`chart.view.${id}`) }))}
        value={view}
        onChange={setView}
      />
      <CopyButton text="Hafenblick" label={t('createShop.name')} />
      <CodeBlock code={'{ "title": "Hafenblick" }'} label={t('navigation.meta')} />
    </Samples>
  );
}
