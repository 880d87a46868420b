import { useQuery } from '@tanstack/react-query'
import { mailTopics } from '../../domain/mail/topics.ts'
import type { NotificationSettings } from '../../domain/notifications/contract.ts'
import { findReach, type Reach, sentTopics } from '../../domain/notifications/reach-now.ts'
import { findHoldEnd } from '../../domain/notifications/waiting.ts'
import { minute } from '../../domain/time/spans.ts'
import { writeTime } from '../../domain/time/write-time.ts'
import { pushState } from '../push/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useNow } from '../ui/use-now.ts'

type ReachNowDialogProps = { settings: NotificationSettings; isOpen: boolean; onClose: () => void }

/** For each kind of notification: whether an email or an alert would come at this moment, and when. */
export function ReachNowDialog({ settings, isOpen, onClose }: ReachNowDialogProps) {
  const now = useNow(30_000)
  const devices = useQuery(pushState).data?.devices
  const { timeZone, quietHours, isEmailVerified } = settings
  const hasDevice = devices === undefined || devices.length > 0
  const quietUntil = findHoldEnd(quietHours, null, { now, timeZone })
  const muted = settings.teams.filter(({ isMuted }) => isMuted).map(({ name }) => name)
  const formatTime = (at: number) => writeTime(at, timeZone, { hour: 'numeric', minute: '2-digit' })
  const listChannels = ({ emailAt, alert }: Reach) => [
    ['Email', emailAt === null ? (isEmailVerified ? 'Off' : 'Your email is not verified') : describeWait(emailAt, { now, timeZone })],
    ...(alert === null ? [] : [['Alert', describeAlert(alert, hasDevice)]]),
  ]
  const rows = [
    {
      key: 'seatOffered',
      title: 'A free seat is offered to you',
      // The email of an offer does not wait, and no topic turns it off.
      reach: { ...findReach(settings, 'eventJoined', { now, urgency: 'seatOffered' }), emailAt: now },
    },
    ...sentTopics.map((topic) => ({ key: topic, title: mailTopics[topic].title, reach: findReach(settings, topic, { now }) })),
  ]
  return (
    <Dialog title="What would reach you now" isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-soft">
          It is {formatTime(now)} in your time zone. {quietUntil !== null && `Your quiet hours last until ${formatTime(quietUntil)}. `}
          The app shows everything at once.
        </p>
        <dl className="grid">
          {rows.map(({ key, title, reach }) => (
            <div key={key} className="grid gap-1 border-t border-line py-2.5">
              <dt className="font-medium">{title}</dt>
              {listChannels(reach).map(([channel, text]) => (
                <dd key={channel} className="text-small text-soft">
                  {channel}: {text}
                </dd>
              ))}
            </div>
          ))}
        </dl>
        {muted.length > 0 && <p className="text-small text-soft">Nothing comes from communities that you muted: {muted.join(', ')}.</p>}
        <Button onClick={onClose} className="justify-self-end">
          Close
        </Button>
      </div>
    </Dialog>
  )
}

function describeAlert(alert: NonNullable<Reach['alert']>, hasDevice: boolean): string {
  if (alert === 'off') return 'Off'
  if (!hasDevice) return 'No device gets alerts'
  return alert === 'rings' ? 'Rings' : 'Comes without a sound'
}

function describeWait(at: number, { now, timeZone }: { now: number; timeZone: string }): string {
  if (at <= now) return 'At once'
  if (at - now <= 10 * minute) return 'In ten minutes, unless you read it first'
  const isSoon = at - now < 12 * 60 * minute
  return `At ${writeTime(at, timeZone, { ...(!isSoon && { weekday: 'long' }), hour: 'numeric', minute: '2-digit' })}`
}
