import { isShortcut, shortcut } from './shortcut';

const [mac, other] = [{ platform: 'MacIntel' }, { platform: 'Linux x86_64' }];
const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false };
const k = (pressed: Partial<typeof none>) => ({ key: 'k', ...none, ...pressed });

describe('shortcut', () => {
  it('has the label ⌘ K on a Mac and Ctrl K on other systems', () => {
    expect([shortcut(mac).label, shortcut(other).label]).toEqual(['⌘ K', 'Ctrl K']);
  });

  it('needs the system’s own modifier key, and is ignored during text composition', () => {
    expect([isShortcut(k({ metaKey: true }), mac), isShortcut(k({ ctrlKey: true }), other)]).toEqual([
      true,
      true,
    ]);
    expect([isShortcut(k({ ctrlKey: true }), mac), isShortcut(k({ metaKey: true }), other)]).toEqual([
      false,
      false,
    ]);
    expect(isShortcut(k({ ctrlKey: true, isComposing: true }), other)).toBe(false);
  });
});
