import type { Fault } from './fault.ts'

/** Faults that only a browser test against the whole product can find. */
export const faults: readonly Fault[] = [
  {
    name: 'A change is lost if the user closes the page right after it',
    file: 'web/api.ts',
    find: '{ init: { keepalive: true } }',
    replace: '{ init: { keepalive: false } }',
    caughtBy: { part: 'browser', tests: ['tests/e2e/page-closed-early.spec.ts'] },
  },
  {
    name: 'The page of a signed-out visitor opens a WebSocket',
    file: 'web/main.tsx',
    find: 'if (boot.session.viewer && boot.config.host',
    replace: 'if (boot.session && boot.config.host',
    caughtBy: { part: 'browser', tests: ['tests/e2e/presence.spec.ts'] },
  },
  {
    name: 'The browser bar keeps the color of the previous theme',
    file: 'web/shell/theme.ts',
    find: 'color.dataset.light ??= ',
    replace: 'color.dataset.light = ',
    caughtBy: { part: 'browser', tests: ['tests/e2e/shell.spec.ts'] },
  },
  {
    name: 'The next user of a device can see the offline data of the previous user',
    file: 'web/main.tsx',
    find: "startOfflineStore(viewerId ?? 'stranger',",
    replace: "startOfflineStore('stranger',",
    caughtBy: { part: 'browser', tests: ['tests/e2e/offline.spec.ts'] },
  },
  {
    name: 'A field loses the focus when its list has loaded',
    file: 'web/ui/lazy-combo-box.tsx',
    find: 'autoFocus={hadFocus.current || (props.autoFocus ?? false)}',
    replace: 'autoFocus={props.autoFocus ?? false}',
    caughtBy: { part: 'browser', tests: ['tests/e2e/city-search.spec.ts'] },
  },
  {
    name: 'A push notification that arrives twice is shown twice',
    file: 'web/pwa/push-events.ts',
    find: '    body,\n    tag,\n',
    replace: '    body,\n',
    caughtBy: { part: 'browser', tests: ['tests/e2e/push.spec.ts'] },
  },
  {
    name: 'The camera cannot be used to scan tickets',
    file: 'worker/platform/security.ts',
    find: 'camera=(self)',
    replace: 'camera=()',
    caughtBy: { part: 'browser', tests: ['tests/e2e/parts.spec.ts'] },
  },
]
