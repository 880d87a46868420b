import { type Dispute, type DisputedKind, needsAnswer } from '../../domain/orders/disputes.ts'
import { Status } from '../ui/status.tsx'
import { describeDispute } from './dispute-words.ts'

type DisputeNoteProps = { dispute: Dispute; kind: DisputedKind; now: number }

/** The page of Stripe on which a host answers. */
const disputesAtStripe = 'https://dashboard.stripe.com/disputes'

/** What a dispute means for whoever manages the money, and where to answer. */
export const DisputeNote = ({ dispute, kind, now }: DisputeNoteProps) => (
  <>
    <p className="max-w-[64ch] text-small text-soft">{describeDispute(dispute, kind, now).text}</p>
    {needsAnswer(dispute.state) && (
      <p>
        <a
          href={disputesAtStripe}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-small font-strong text-court underline-offset-3 hover:underline"
        >
          Answer at Stripe
        </a>
      </p>
    )}
  </>
)

/** How a dispute stands, and what it means. */
export function DisputeStatus({ dispute, kind, now }: DisputeNoteProps) {
  const { tone, label } = describeDispute(dispute, kind, now)
  return (
    <>
      <Status tone={tone} className="text-small">
        {label}
      </Status>
      <DisputeNote dispute={dispute} kind={kind} now={now} />
    </>
  )
}
