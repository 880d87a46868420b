import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { listComparisons } from '../../../domain/forms/check-content.ts'
import type { Action, FormContent, Page, Rule } from '../../../domain/forms/content.ts'
import { currencyOf } from '../../../domain/forms/currency-of.ts'
import { addRule, changeRule, removeAction } from '../../../domain/forms/edit-content.ts'
import type { Field, FieldOf, GroupField } from '../../../domain/forms/fields.ts'
import { listFields } from '../../../domain/forms/index-content.ts'
import { maxRules } from '../../../domain/forms/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { mapFields, pageName, writeAction } from '../write-condition.ts'
import { ConditionEditor, makeTest } from './condition-editor.tsx'
import { MoneyField } from './parsed-field.tsx'
import { useBuilder } from './view.ts'

type Found = { rule: Rule; action: Action }

const findActions = ({ rules }: FormContent, isWanted: (action: Action) => boolean): Found[] =>
  rules.flatMap((rule) => rule.actions.filter(isWanted).map((action) => ({ rule, action })))

/** The fields that a rule can read at a place: those that are answered by then, and in a group also those of the same row. */
function listReadable(
  { pages }: FormContent,
  { page, group, field }: { page: string; group: string | null; field: string | null },
): Field[] {
  const last = pages.findIndex(({ id }) => id === page)
  return pages
    .slice(0, last + 1)
    .flatMap(listFields)
    .filter((one) => one.field.id !== field && (one.group === null || one.group.id === group) && listComparisons(one.field).length > 0)
    .map((one) => one.field)
}

type RuleBlockProps = { content: FormContent; found: Found; readable: readonly Field[]; today: string; title: string; children?: ReactNode }

/** One rule, as far as it is about one thing. */
function RuleBlock({ content, found: { rule, action }, readable, today, title, children }: RuleBlockProps) {
  const { edit } = useBuilder()
  const others = rule.actions.filter((one) => one !== action)
  const fields = mapFields(content)
  return (
    <section aria-label={title} className="grid gap-3 rounded-control border border-line bg-card p-3.5">
      <header className="flex items-center justify-between gap-3">
        <h4 className="text-small font-strong">{title}</h4>
        <Button variant="quiet" size="small" onClick={() => edit((form) => removeAction(form, rule.id, action))}>
          <Trash2 size={15} aria-hidden="true" /> Remove rule
        </Button>
      </header>
      <ConditionEditor
        condition={rule.when}
        readable={readable}
        facts={{ today, currency: currencyOf(content) }}
        onChange={(when) => edit((form) => changeRule(form, rule.id, { when }), `when:${rule.id}`)}
      />
      {children}
      {others.length > 0 && (
        <p className="text-small text-soft">
          The same rule makes the form {others.map((one) => writeAction(one, content, fields)).join(' and ')}.
        </p>
      )}
    </section>
  )
}

type AddRuleProps = { content: FormContent; readable: readonly Field[]; today: string; action: Action; children: string }

function AddRule({ content, readable, today, action, children }: AddRuleProps) {
  const { edit } = useBuilder()
  const last = readable.at(-1)
  return (
    <Button
      size="small"
      disabled={!last || content.rules.length >= maxRules}
      onClick={() =>
        last &&
        edit((form) => addRule(form, { when: { all: [makeTest(last, { today, currency: currencyOf(content) })] }, actions: [action] }))
      }
    >
      <Plus size={15} aria-hidden="true" /> {children}
    </Button>
  )
}

const nothingToRead = 'Rules read other fields on the same or an earlier page. There is none yet.'

type FieldLogicProps = { content: FormContent; field: Field; group: GroupField | null; page: Page; today: string; canBeRequired: boolean }

/** When a field is shown, and when it must be answered. */
export function FieldLogic({ content, field, group, page, today, canBeRequired }: FieldLogicProps) {
  const readable = listReadable(content, { page: page.id, group: group?.id ?? null, field: field.id })
  const shared = { content, readable, today }
  const isAbout = (action: Action) => 'field' in action && action.field === field.id
  return (
    <section aria-label="Logic" className="grid gap-3">
      <h3 className="text-lead">Logic</h3>
      {findActions(content, (action) => action.do === 'show' && isAbout(action)).map((found) => (
        <RuleBlock key={found.rule.id} {...shared} found={found} title="Show this if" />
      ))}
      {findActions(content, (action) => action.do === 'require' && isAbout(action)).map((found) => (
        <RuleBlock key={found.rule.id} {...shared} found={found} title="Require this if" />
      ))}
      <div className="flex flex-wrap gap-2">
        <AddRule {...shared} action={{ do: 'show', field: field.id }}>
          Show this if …
        </AddRule>
        {canBeRequired && !field.isRequired && (
          <AddRule {...shared} action={{ do: 'require', field: field.id }}>
            Require if …
          </AddRule>
        )}
      </div>
      {readable.length === 0 && <p className="text-small text-soft">{nothingToRead}</p>}
    </section>
  )
}

type PriceLogicProps = { content: FormContent; field: FieldOf<'product'>; group: GroupField | null; page: Page; today: string }

/** Rules that set the price of a product, or of one thing of it. */
export function PriceLogic({ content, field, group, page, today }: PriceLogicProps) {
  const { edit } = useBuilder()
  const readable = listReadable(content, { page: page.id, group: group?.id ?? null, field: null })
  const shared = { content, readable, today }
  const change = ({ rule, action }: Found, patch: { option: string | null } | { amount: number }) =>
    edit(
      (form) =>
        changeRule(form, rule.id, { actions: rule.actions.map((one) => (one === action ? ({ ...one, ...patch } as Action) : one)) }),
      `price:${rule.id}`,
    )
  return (
    <div className="grid gap-3">
      {findActions(content, (action) => action.do === 'setPrice' && action.field === field.id).map((found) => (
        <RuleBlock key={found.rule.id} {...shared} found={found} title="Set the price if">
          {found.action.do === 'setPrice' && (
            <div className="grid grid-cols-2 gap-3">
              <Select
                label="Price of"
                value={found.action.option ?? 'all'}
                options={[{ value: 'all', label: 'All of it' }, ...field.options.map(({ id, label }) => ({ value: id, label }))]}
                onChange={(option) => change(found, { option: option === 'all' ? null : option })}
              />
              <MoneyField
                label="Costs"
                value={found.action.amount}
                currency={currencyOf(content)}
                onChange={(amount) => change(found, { amount })}
              />
            </div>
          )}
        </RuleBlock>
      ))}
      <div>
        <AddRule {...shared} action={{ do: 'setPrice', field: field.id, option: null, amount: 0 }}>
          Set the price if …
        </AddRule>
      </div>
    </div>
  )
}

/** Where people go after a page. Without a rule that holds, the next page comes. */
export function PageLogic({ content, page, today }: { content: FormContent; page: Page; today: string }) {
  const { edit } = useBuilder()
  const readable = listReadable(content, { page: page.id, group: null, field: null })
  const shared = { content, readable, today }
  const later = content.pages.slice(content.pages.findIndex(({ id }) => id === page.id) + 1)
  const targets = [
    ...later.map(({ id }) => ({ value: id, label: `Go to ${pageName(content, id)}` })),
    ...content.endings.map(({ id, title }) => ({ value: id, label: `End with ${title || 'an ending'}` })),
  ]
  const toAction = (target: string): Action =>
    later.some(({ id }) => id === target) ? { do: 'goTo', from: page.id, to: target } : { do: 'end', from: page.id, ending: target }
  // The last ending mostly is the one for special cases.
  const usual = toAction(content.endings.at(-1)?.id ?? '')
  return (
    <section aria-label="After this page" className="grid gap-3">
      <h2 className="text-title">After this page</h2>
      {findActions(content, (action) => 'from' in action && action.from === page.id).map((found) => (
        <RuleBlock key={found.rule.id} {...shared} found={found} title="If">
          <Select
            label="Then"
            value={found.action.do === 'goTo' ? found.action.to : found.action.do === 'end' ? found.action.ending : null}
            options={targets}
            onChange={(target) =>
              edit((form) =>
                changeRule(form, found.rule.id, {
                  actions: found.rule.actions.map((one) => (one === found.action ? toAction(target) : one)),
                }),
              )
            }
          />
        </RuleBlock>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <AddRule {...shared} action={usual}>
          Go elsewhere if …
        </AddRule>
        {readable.length === 0 && <p className="text-small text-soft">{nothingToRead}</p>}
      </div>
    </section>
  )
}
