import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SendForm, SentForm } from '../../../domain/forms/fill-contract.ts'
import type { AddMissing, TeamAddForm } from '../../../domain/forms/team-add-contract.ts'
import type { TeamAddRoutes } from '../../../worker/forms/team-add-routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'
import { readContent } from '../read-content.ts'

const forms = hc<TeamAddRoutes>('/api/forms')

export const teamAddForm = (id: string, personId: string) =>
  queryOptions({
    queryKey: ['forms', id, 'people', personId],
    queryFn: ({ signal }) =>
      readContent<TeamAddForm>(forms[':id'].people[':personId'].$get({ param: { id, personId } }, { init: { signal } })),
    // The content must not change while somebody fills it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

/** The state says what the person still has to do. */
export async function fillForPerson(
  id: string,
  personId: string,
  { version, answers, total, coupon, idempotencyKey }: SendForm,
): Promise<SentForm> {
  const json = { version, answers, total, idempotencyKey, ...(coupon !== undefined && { coupon }) }
  const filled = await readAnswer(forms[':id'].people[':personId'].submissions.$post({ param: { id, personId }, json }))
  const state = filled.isMissing ? 'asked' : filled.mustPay ? 'paying' : 'accepted'
  return { id: filled.id, state, key: null, ending: '', payUntil: null }
}

export const addingMissing = (id: string, submissionId: string) =>
  mutationOptions({
    mutationFn: (json: AddMissing) =>
      awaitSuccess(forms[':id'].submissions[':submissionId'].missing.$post({ param: { id, submissionId }, json })),
    onSuccess: (_data, _added, _result, { client }) => client.invalidateQueries({ queryKey: ['forms', id] }),
  })
