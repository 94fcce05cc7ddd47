import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Form } from '../../parts/form';
import { Card } from '../../parts/layout';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { type Changes, changesOf } from './changes';
import { DataField, dataMistake, useChecked } from './data-field';
import { type Draft, useDraft } from './drafts';
import { EditorNotices, ModeField, WhatChanges } from './editor-parts';
import { ExactRequest } from './exact-request';
import { type Finding, hasErrors } from './json/check';
import { compact } from '../../parts/json/format';
import { changeRequest, deleteRequest, type Known, type MetaRequest, readRequest, sent } from './meta-api';
import { metaName } from './meta-name';
import styles from './meta-object.module.css';
import { Newer } from './newer';
import { hasStatus, refusals, refusalText } from './saving';

interface ObjectEditorProps {
  /** Newest version of the meta object in the query cache. */
  latest: Known;
  reload: () => Promise<unknown>;
}

/**
 * Editor for the `data` of a meta object. Saves only if the loaded version is current (If-Match). Otherwise shows
 * both versions until the user decides.
 */
export function ObjectEditor({ latest, reload }: ObjectEditorProps): ReactNode {
  const t = useTexts();
  const editing = useDraft(latest);
  const { draft, change, isTouched } = editing;
  const checked = useChecked(draft.text);
  const area = useRef<HTMLTextAreaElement>(null);
  const save = useSave({ ...editing, reload });
  const isConflict = isTouched && latest.etag !== draft.base.etag;
  const body = checked.root && !hasErrors(checked) ? compact(draft.text, checked.root) : undefined;
  const changes: Changes | undefined =
    checked.data && body !== undefined
      ? changesOf(draft.base.object.attributes.data, checked.data, draft.mode)
      : undefined;
  return (
    <div className={styles['editor']} onKeyDown={saveByKeyboard}>
      <Card>
        <Form
          fields={['data']}
          explain={(error) => refusalText(t, error)}
          check={() => dataMistake(checked, area.current, t)}
          onSubmit={() => save.send(body!, (error) => refusals(t, error, checked))}
          edits={{ ...editing, isChanged: isTouched, isKept: true, discard: () => editing.restart(latest) }}
          saveBar={{
            title: t('meta.data'),
            hint: t('meta.saveKeys'),
            isUnavailable: isConflict || save.isGone || changes?.changes.length === 0,
          }}
        >
          {({ isPending }) => (
            <>
              <EditorNotices
                {...editing}
                latest={latest}
                isConflict={isConflict}
                isGone={save.isGone}
                checked={checked}
              />
              <div className={styles['sides']} data-conflict={isConflict}>
                <DataField
                  ref={area}
                  label={t(isConflict ? 'meta.data.yours' : 'meta.data')}
                  text={draft.text}
                  checked={checked}
                  onChange={(text) => change({ text })}
                  refused={save.refused.text === draft.text ? save.refused.findings : []}
                  isReadOnly={isPending}
                />
                {isConflict && <Newer latest={latest} base={draft.base} />}
              </div>
              <ModeField mode={draft.mode} onChange={(mode) => change({ mode })} />
              {isTouched && changes && (
                <WhatChanges
                  title={t(isConflict ? 'meta.changes.yours' : 'meta.changes')}
                  changes={changes}
                />
              )}
            </>
          )}
        </Form>
      </Card>
      <ExactRequest requests={requestsOf(draft, body)} />
    </div>
  );
}

function requestsOf({ base, mode }: Draft, body: string | undefined) {
  const all: {
    id: 'read' | 'save' | 'delete';
    text: `meta.request.${'read' | 'save' | 'delete'}`;
    request: MetaRequest;
  }[] = [{ id: 'read', text: 'meta.request.read', request: readRequest(base.object.id) }];
  if (body !== undefined)
    all.push({ id: 'save', text: 'meta.request.save', request: changeRequest(base, body, mode) });
  all.push({ id: 'delete', text: 'meta.request.delete', request: deleteRequest(base) });
  return all;
}

/**
 * Saves the edits of a meta object. The screen handles newer versions and deleted objects. The form handles all other
 * errors.
 */
function useSave({
  draft,
  restart,
  reload,
}: Pick<ReturnType<typeof useDraft>, 'draft' | 'restart'> & Pick<ObjectEditorProps, 'reload'>) {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const [isGone, setGone] = useState(false);
  const [refused, setRefused] = useState<{ text?: string; findings: Finding[] }>({ findings: [] });
  const send = async (body: string, findIn: (error: unknown) => Finding[]): Promise<void> => {
    try {
      const known = await sent(shop.id, changeRequest(draft.base, body, draft.mode));
      queries.setQueryData(['meta', shop.id, 'object', draft.base.object.id], known);
      restart(known!);
      toast(t('meta.saved', { name: metaName(known!.object.attributes) }));
      void queries.invalidateQueries({ queryKey: ['meta', shop.id, 'list'] });
    } catch (error) {
      setRefused({ text: draft.text, findings: findIn(error) });
      if (hasStatus(error, 404)) return setGone(true);
      if (!hasStatus(error, 412)) throw error;
      await reload().catch((newer: unknown) => {
        if (!hasStatus(newer, 404)) throw newer;
        setGone(true);
      });
    }
  };
  return { send, isGone, refused };
}

function saveByKeyboard(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.currentTarget.querySelector('form')?.requestSubmit();
}
