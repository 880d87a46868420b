import type { QueryClient } from '@tanstack/react-query'
import type { FormContent } from '../../../domain/forms/content.ts'
import { indexContent } from '../../../domain/forms/index-content.ts'
import type { OpenForm } from '../../../domain/forms/submission-contract.ts'
import { ownProfile } from '../../profiles/queries.ts'
import { takeOverDraft } from '../../ui/draft.ts'
import { AnswerStore } from './answer-store.ts'
import { readKeptForm, readTabKey } from './keep-answers.ts'
import { type KnownProfile, prefillAnswers } from './prefill.ts'
import { chooseNewer, keepKnown } from './restore.ts'

/** A form that can be filled. */
export type FillableForm = Omit<OpenForm, 'content'> & { content: FormContent }

/** In the address of a person who has signed in on the way, so that what they typed before is theirs. */
export const begunBefore = 'begun'

const draftKeyOf = (formId: string) => `form:${formId}`

/** What this tab has loaded of the viewer for other pages. */
function readKnownProfile(client: QueryClient): KnownProfile | null {
  const profile = client.getQueryData(ownProfile.queryKey)
  return profile ? { email: profile.email, cityId: profile.defaultCity?.id ?? null } : null
}

/** The person for whom an organizer fills a form. */
export type FilledPerson = { id: string; name: string }

export type BegunFilling = {
  /** Where it is kept on this device. */
  draftKey: string
  store: AnswerStore
  /** The version that is filled, also if a later one is published meanwhile. */
  version: number
  isRestored: boolean
}

/** Opens a form with what was begun before, or with what we know. */
export function beginForm(
  form: FillableForm,
  address: URLSearchParams,
  { client, person = null }: { client: QueryClient; person?: FilledPerson | null },
): BegunFilling {
  const { id, content, viewer, version, today } = form
  const index = indexContent(content)
  const draftKey = person === null ? draftKeyOf(id) : `${draftKeyOf(id)}:for:${person.id}`
  const isOwn = viewer.isSignedIn && person === null
  if (isOwn && address.get(begunBefore) === '1') takeOverDraft(draftKeyOf(id))
  const first = prefillAnswers(index, address, isOwn ? readKnownProfile(client) : null, today)
  const device = readKeptForm(draftKey)
  const kept = chooseNewer(device, viewer.draft)
  const begun = {
    answers: kept ? keepKnown(index, kept.answers) : first,
    email: device?.email ?? '',
    idempotencyKey: readTabKey(draftKey),
  }
  const store = new AnswerStore(index, today, first, begun, { isForAnother: person !== null })
  return { draftKey, store, version, isRestored: kept !== null }
}
