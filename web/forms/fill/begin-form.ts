import type { QueryClient } from '@tanstack/react-query'
import type { FormContent } from '../../../domain/forms/content.ts'
import { indexContent } from '../../../domain/forms/index-content.ts'
import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'
import type { OpenForm } from '../../../domain/forms/submission-contract.ts'
import { ownProfile } from '../../profiles/queries.ts'
import { takeOverDraft } from '../../ui/draft.ts'
import { AnswerStore } from './answer-store.ts'
import { readKeptForm } from './keep-answers.ts'
import { joinKnown } from './known-answers.ts'
import { type KnownProfile, prefillAnswers } from './prefill.ts'
import { chooseNewer, keepKnown } from './restore.ts'

/** A form that can be filled. */
export type FillableForm = Omit<OpenForm, 'content'> & { content: FormContent }

/** In the address of a person who has signed in on the way, so that what they typed before is theirs. */
export const begunBefore = 'begun'

export const draftKeyOf = (formId: string) => `form:${formId}`

/** What this tab has loaded of the viewer for other pages. */
function readKnownProfile(client: QueryClient): KnownProfile | null {
  const profile = client.getQueryData(ownProfile.queryKey)
  return profile ? { email: profile.email, cityId: profile.defaultCity?.id ?? null } : null
}

export type BegunFilling = {
  store: AnswerStore
  /** The version that is filled, also if a later one is published meanwhile. */
  version: number
  isRestored: boolean
}

/** Opens a form with what was begun before, or with what we know. */
export function beginForm(form: FillableForm, known: KnownAnswers, address: URLSearchParams, client: QueryClient): BegunFilling {
  const { id, content, viewer, version, today } = form
  const index = indexContent(content)
  if (viewer.isSignedIn && address.get(begunBefore) === '1') takeOverDraft(draftKeyOf(id))
  const given = prefillAnswers(index, address, viewer.isSignedIn ? readKnownProfile(client) : null, today)
  const first = joinKnown(known, given)
  const device = readKeptForm(draftKeyOf(id))
  const kept = chooseNewer(device, viewer.draft)
  const begun = {
    answers: kept ? keepKnown(index, kept.answers) : first,
    email: device?.email ?? '',
    // A form that was sent without an answer from the server is not taken twice.
    idempotencyKey: device?.idempotencyKey || crypto.randomUUID(),
  }
  return {
    store: new AnswerStore(index, today, first, begun, new Set(viewer.signed.map(({ field }) => field))),
    version,
    isRestored: kept !== null,
  }
}
