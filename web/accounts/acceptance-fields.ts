import * as v from 'valibot'
import { Acceptance } from '../../domain/accounts/contract.ts'

/** The fields of `TermsCheckboxes`. The checkboxes start unchecked, so a form also accepts `false` as input. */
export const acceptanceFields = {
  isOldEnough: v.pipe(v.boolean(), Acceptance.entries.isOldEnough),
  acceptsTerms: v.pipe(v.boolean(), Acceptance.entries.acceptsTerms),
}
