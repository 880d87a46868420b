import { useQuery } from '@tanstack/react-query'
import type { SentForm } from '../../../domain/forms/fill-contract.ts'
import { submission } from '../submissions/queries.ts'

const askAgainMs = 10_000

/** The state of what was just sent. In a frame, people pay in a window of their own, so we ask until they have. */
export function usePaidState(formId: string, { id, key, state }: SentForm, isWaiting: boolean): SentForm['state'] {
  const { data } = useQuery({
    ...submission({ formId, submissionId: id, key }),
    enabled: isWaiting,
    refetchInterval: ({ state: { data: found } }) => (found === undefined || found.state === 'paying' ? askAgainMs : false),
    refetchOnWindowFocus: true,
  })
  return data?.state ?? state
}
