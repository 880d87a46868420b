import { hc } from 'hono/client'
import type { PushMessage } from '../../domain/notifications/push-message.ts'
import type { NotificationRoutes } from '../../worker/notifications/routes.ts'
import { awaitSuccess } from '../api.ts'
import { readError } from '../ui/read-error.ts'
import type { NotificationButton } from './answer-message.ts'

const client = hc<NotificationRoutes>('/api/notifications')

type Stop = NonNullable<PushMessage['stop']>

export const stopButton: NotificationButton = { action: 'stop', title: 'Stop these' }
const undoButton: NotificationButton = { action: 'undo', title: 'Undo' }

export const isStopAction = (action: string) => action === stopButton.action || action === undoButton.action

/** The page that opens with a tap on the answer. */
export const settingsPath = '/settings?tab=notification'

/** Turns the alerts of a topic off, or on again. Returns what to tell the user, with the button that is useful next. */
export async function answerStop(
  { topic, name }: Stop,
  action: string,
): Promise<{ title: string; body: string; next: NotificationButton }> {
  const isOn = action === undoButton.action
  try {
    await awaitSuccess(client.settings.$patch({ json: { topic, channel: 'push', isOn } }))
    return isOn
      ? { title: `You get alerts about ${name} again`, body: 'Tap to open your settings.', next: stopButton }
      : {
          title: `No more alerts about ${name}`,
          body: 'Your emails and other alerts stay as they are. Tap to open your settings.',
          next: undoButton,
        }
  } catch (error) {
    const title = isOn ? `Alerts about ${name} are still off` : `Alerts about ${name} were not stopped`
    return { title, body: `${readError(error).message} Tap to open your settings.`, next: isOn ? undoButton : stopButton }
  }
}
