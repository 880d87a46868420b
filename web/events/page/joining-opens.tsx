import { Link } from 'react-router'
import { formatMoment } from '../../../domain/events/format.ts'
import { userEntitlements } from '../../../domain/payments/plans.ts'
import { optionsForViewer } from '../format-event.ts'
import type { JoinProps } from './card-links.tsx'

/** When joining opens, above the button, which can be pressed from then on. */
export const JoiningOpens = ({ event: { joinsAt, plusJoinsEarly, timeZone }, now }: Pick<JoinProps, 'event' | 'now'>) =>
  joinsAt !== null && (
    <div className="grid gap-1">
      <p className="text-lead font-strong text-balance">Joining opens {formatMoment(joinsAt, optionsForViewer(joinsAt, timeZone, now))}</p>
      {plusJoinsEarly && (
        <p className="text-small text-soft">
          With{' '}
          <Link to="/pricing/member" className="font-strong text-court underline-offset-3 hover:underline">
            Member Plus
          </Link>{' '}
          you can join {userEntitlements['Member Plus'].joinsEarlyMinutes} minutes earlier.
        </p>
      )}
    </div>
  )
