import { type Dispute, type DisputedKind, needsAnswer } from '../../domain/orders/disputes.ts'
import { Status } from '../ui/status.tsx'
import { DashboardButton } from './dashboard-button.tsx'
import { describeDispute } from './dispute-words.ts'

type DisputeNoteProps = { dispute: Dispute; kind: DisputedKind; now: number }

/** What a dispute means for whoever manages the money, and where to answer. */
export const DisputeNote = ({ dispute, kind, now }: DisputeNoteProps) => (
  <>
    <p className="max-w-[64ch] text-small text-soft">{describeDispute(dispute, kind, now).text}</p>
    {needsAnswer(dispute.state) && (
      <p>
        <DashboardButton className="-ml-3">Answer at Stripe</DashboardButton>
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
