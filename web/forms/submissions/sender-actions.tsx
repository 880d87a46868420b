import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ChangeSubmissions } from '../../../domain/forms/submission-changes-contract.ts'
import type { Submission } from '../../../domain/forms/submission-contract.ts'
import { Button } from '../../ui/button.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { nameOf } from './list-columns.ts'
import { changingSubmissions } from './queries.ts'

const MessageDialog = lazy(() => import('./message-dialog.tsx'))

/** Writes to the sender, or asks them again for what is missing. Who is gone gets no message. */
export function SenderActions({ submission }: { submission: Submission }) {
  const { form, state, total, missing, person, email } = submission
  const [isWriting, setWriting] = useState(false)
  const change = useMutation(changingSubmissions(form.id))
  if (person === null && email === null) return null
  const tell = async (what: ChangeSubmissions['change'], done: string, notDone: string) => {
    const { ids } = await change.mutateAsync({ ids: [submission.id], change: what })
    showSnackbar(ids.length > 0 ? done : notDone)
  }
  const remind = () => tell({ do: 'remind' }, 'Asked again.', 'Not sent: nothing is missing, or they were asked in the last 6 hours.')
  const isReminding = change.isPending && change.variables?.change.do === 'remind'
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setWriting(true)}>
        Send a message
      </Button>
      {(missing !== null || (total !== null && (state === 'accepted' || state === 'paying'))) && (
        <Button isPending={isReminding} onClick={() => void remind().catch(showFailure)}>
          {missing === null ? 'Remind to pay' : 'Ask again'}
        </Button>
      )}
      <Suspense>
        {isWriting && (
          <MessageDialog
            whose={nameOf(submission)}
            onSend={(text, idempotencyKey) =>
              tell({ do: 'message', text, idempotencyKey }, 'Sent.', 'Not sent: they got enough messages today.')
            }
            onClose={() => setWriting(false)}
          />
        )}
      </Suspense>
    </>
  )
}
