import { VersionedRow, CollatedText, Uuid } from '@storewright/rows';
import { Entity } from 'typeorm';
import { Attribute } from './attribute';
import { defineResource } from './define-resource';
import { addInverses } from './inverse-relationships';
import { belongsTo } from './relationships';

/** Declares a resource with the attribute `label` and a relationship to `boxes` whose inverse has this name. */
function aChild(type: string, inverse: string) {
  @Entity({ schema: 'shop', name: type })
  class Child extends VersionedRow {
    @Attribute('Label.')
    @CollatedText()
    label: string;

    @Uuid()
    box_id: string;
  }
  const relationships = { box: belongsTo('boxes', 'box_id', { inverse }) };
  return defineResource(Child, { type, description: 'A child.', path: `/api/${type}`, relationships });
}

function aParent() {
  @Entity({ schema: 'shop', name: 'boxes' })
  class Box extends VersionedRow {
    @Attribute('Label.')
    @CollatedText()
    label: string;
  }
  return defineResource(Box, { type: 'boxes', description: 'A box.', path: '/api/boxes' });
}

describe('addInverses', () => {
  it('adds the inverse relationship to its target, whether the target is declared before or after the call', () => {
    const early = aChild('early_items', 'early');
    addInverses(early);
    const boxes = aParent();
    const late = aChild('late_items', 'late');
    expect(Object.keys(boxes.relationships)).toEqual(['early']);
    addInverses(late);
    addInverses(late);
    expect(boxes.relationships).toMatchObject({
      early: { type: 'early_items', many: { column: 'box_id' }, declaredBy: 'early_items.box' },
      late: { type: 'late_items', many: { column: 'box_id' }, declaredBy: 'late_items.box' },
    });
    expect([...boxes.fields]).toEqual(expect.arrayContaining(['early', 'late']));
  });

  it('throws and names both members if the target already has a member with the name of the inverse', () => {
    aParent();
    expect(() => addInverses(aChild('labels', 'label'))).toThrow(
      'labels.box: the inverse relationship "label" conflicts with a member of boxes. Choose another name.',
    );
  });
});
