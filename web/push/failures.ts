/** Why alerts on this device cannot be turned on or off, each with what to do. */
const failures = {
  unsupported: {
    title: 'This browser cannot get alerts',
    help: 'Use a current Chrome, Edge, Firefox or Safari. On an iPhone or iPad, add this app to the Home Screen first and open it from there.',
  },
  blocked: {
    title: 'Notifications are blocked',
    help: 'This browser blocks notifications of this site. Allow them in its site settings, next to the address, and try again.',
  },
  unanswered: {
    title: 'The browser was not allowed to show notifications',
    help: 'Try again, and choose “Allow” when the browser asks.',
  },
  subscribe: {
    title: 'This browser could not subscribe',
    help: 'Check your network and try again. Private windows and some browsers have no alerts.',
  },
  update: {
    title: 'The alerts on this device could not be refreshed',
    help: 'Remove this device and turn its alerts on again. Otherwise they may stop.',
  },
  unsubscribe: {
    title: 'The browser could not unsubscribe',
    help: 'We no longer send to this device. If alerts still appear, block notifications in the site settings of the browser.',
  },
  config: {
    title: 'Alerts on devices are not set up on this site yet',
    help: 'You see everything in the app, and get emails for what you choose below.',
  },
} as const

export type PushFailureKind = keyof typeof failures

/** The browser or the user refused. What the server refuses is an `ApiError`. */
export class PushFailure extends Error {
  override readonly name = 'PushFailure'
  readonly kind: PushFailureKind

  constructor(kind: PushFailureKind, cause?: unknown) {
    super(failures[kind].title, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}

export const describeFailure = (kind: PushFailureKind) => failures[kind]
