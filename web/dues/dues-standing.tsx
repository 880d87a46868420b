import type { DueStanding } from '../../domain/dues/contract.ts'
import { Status, type StatusTone } from '../ui/status.tsx'

const standings: Record<DueStanding, { tone: StatusTone; label: string }> = {
  owes: { tone: 'quiet', label: 'Not paid' },
  overdue: { tone: 'warn', label: 'Overdue' },
  paid: { tone: 'good', label: 'Paid' },
  cash: { tone: 'good', label: 'Paid in cash' },
  waived: { tone: 'quiet', label: 'Waived' },
  refunded: { tone: 'quiet', label: 'Given back' },
  none: { tone: 'quiet', label: 'Not paid' },
}

export const Standing = ({ standing }: { standing: DueStanding }) => (
  <Status tone={standings[standing].tone} className="text-small">
    {standings[standing].label}
  </Status>
)
