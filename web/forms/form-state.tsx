import type { FormRow } from '../../domain/forms/contract.ts'
import { Status } from '../ui/status.tsx'

const words = {
  draft: { tone: 'quiet', text: 'Draft' },
  open: { tone: 'good', text: 'Open' },
  closed: { tone: 'warn', text: 'Closed' },
} as const

/** Whether a form takes answers, and whether people still see an older version of it. */
export function FormStateNote({ state, hasChanges }: Pick<FormRow, 'state' | 'hasChanges'>) {
  const { tone, text } = words[state]
  return (
    <Status tone={tone} className="text-small">
      {text}
      {hasChanges && ', has changes'}
    </Status>
  )
}
