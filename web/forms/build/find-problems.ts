import { checkContent } from '../../../domain/forms/check-content.ts'
import type { FormContent } from '../../../domain/forms/content.ts'
import { findField } from '../../../domain/forms/edit-content.ts'
import { nameEnding, nameQuotes } from '../../../domain/forms/name-quotes.ts'
import { pageName } from '../write-condition.ts'
import { findUnfinished, type Problem, writeFault } from '../write-fault.ts'

/** Everything that is in the way of publishing. */
export function findProblems(content: FormContent): Problem[] {
  const faults = checkContent(content).map((fault): Problem => ({ at: fault.at, message: writeFault(fault), path: fault.code }))
  const asksNothing = content.pages.every(({ fields }) => fields.length === 0)
  const empty: Problem[] = asksNothing ? [{ at: content.pages[0]?.id ?? null, message: 'The form asks nothing yet.', path: 'empty' }] : []
  return [...findUnfinished(content), ...faults, ...empty]
}

/** How the thing is called that has a problem. */
export function nameOf(content: FormContent, id: string | null): string {
  if (id === null) return 'The form'
  const field = findField(nameQuotes(content), id)?.field
  if (field) return field.label || 'A field without a label'
  if (content.pages.some((page) => page.id === id)) return pageName(content, id)
  const ending = content.endings.find((one) => one.id === id)
  if (ending) return nameEnding(content, ending) || 'An ending'
  return content.rules.some((rule) => rule.id === id) ? 'A rule' : 'The form'
}

/** The messages by what they are about. */
export function groupProblems(problems: readonly Problem[]): ReadonlyMap<string, string> {
  const grouped = new Map<string, string>()
  for (const { at, message } of problems) if (at !== null) grouped.set(at, grouped.get(at) ?? message)
  return grouped
}

/** Choices without a limit next to choices that have one. Mostly, somebody has forgotten them. */
export function findUnlimited({ pages }: FormContent): { field: string; label: string }[] {
  return pages
    .flatMap(({ fields }) => fields.flatMap((field) => (field.kind === 'group' ? field.fields : [field])))
    .flatMap((field) => {
      if (!('options' in field) || field.options.every(({ limit }) => limit === null)) return []
      return field.options.filter(({ limit }) => limit === null).map(({ label }) => ({ field: field.id, label }))
    })
}
