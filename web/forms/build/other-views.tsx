import { ArrowDown, ArrowUp, Ellipsis, Trash2 } from 'lucide-react'
import type { FormContent } from '../../../domain/forms/content.ts'
import { changeEnding, changeForm, moveEnding, moveRule, removeEnding, removeRule } from '../../../domain/forms/edit-content.ts'
import { maxHintLength, maxTextLength, maxTitleLength } from '../../../domain/forms/limits.ts'
import { canBeQuoted } from '../../../domain/forms/quotes.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { type FieldNames, writeRule } from '../write-condition.ts'
import { QuotingText } from './quoting-text.tsx'
import { findView, useBuilder } from './view.ts'

/** The title of the form and the words above its first page. */
export function TextsView({ content: { title, intro } }: { content: FormContent }) {
  const { edit } = useBuilder()
  return (
    <div className="grid max-w-lg gap-5">
      <TextField
        label="Title of the form"
        value={title}
        limit={maxTitleLength}
        error={title.trim() === '' ? 'Enter a title.' : undefined}
        onChange={({ target }) => edit((form) => changeForm(form, { title: target.value }), 'title')}
      />
      <TextArea
        label="Introduction"
        isOptional
        hint="People read it before the first page."
        limit={maxHintLength * 4}
        value={intro}
        onChange={({ target }) => edit((form) => changeForm(form, { intro: target.value }), 'intro')}
      />
    </div>
  )
}

/** The words at the end. */
export function EndingView({ content, endingId }: { content: FormContent; endingId: string }) {
  const { endings } = content
  const { edit, show } = useBuilder()
  const index = endings.findIndex(({ id }) => id === endingId)
  const ending = endings[index]
  if (!ending) return null
  const { id, title, text, isRefusal } = ending
  const quotable = content.pages.flatMap(({ fields }) => fields.filter(canBeQuoted))
  return (
    <div key={id} className="grid max-w-lg gap-5">
      <QuotingText
        what="title"
        text={title}
        quotable={quotable}
        onChange={(next) => edit((form) => changeEnding(form, id, { title: next }), `ending:${id}`)}
      >
        {(shown) => (
          <TextField label="Title" limit={maxTitleLength} error={title.trim() === '' ? 'Enter a title.' : undefined} {...shown} />
        )}
      </QuotingText>
      <QuotingText
        what="text"
        text={text}
        quotable={quotable}
        onChange={(next) => edit((form) => changeEnding(form, id, { text: next }), `endingText:${id}`)}
      >
        {(shown) => <TextArea label="Text" isOptional limit={maxTextLength} {...shown} />}
      </QuotingText>
      <Checkbox
        label="Turn people away"
        hint="Nothing is sent. Use it for people for whom the form is not."
        checked={isRefusal}
        onChange={({ target }) => edit((form) => changeEnding(form, id, { isRefusal: target.checked }))}
      />
      <p className="text-small text-soft">
        {index === 0 ? 'The form ends with this, unless a rule of a page chooses another ending.' : 'Rules of a page lead to this ending.'}
      </p>
      <div className="flex flex-wrap gap-2.5">
        {index > 0 && <Button onClick={() => edit((form) => moveEnding(form, id, 0))}>Make it the usual ending</Button>}
        <Button
          disabled={endings.length === 1}
          onClick={() => {
            edit((form) => removeEnding(form, id))
            show({ is: 'ending', ending: endings.find((one) => one.id !== id)?.id ?? '' })
          }}
        >
          <Trash2 size={17} aria-hidden="true" /> Delete
        </Button>
      </div>
    </div>
  )
}

type RulesViewProps = { content: FormContent; fields: FieldNames; selected: string | null; problems: ReadonlyMap<string, string> }

const icon = { size: 18, 'aria-hidden': true } as const

/** All rules in words. Each is changed where it is used. Of those that lead elsewhere from one page, the first that holds counts. */
export function RulesView({ content, fields, selected, problems }: RulesViewProps) {
  const { edit, show } = useBuilder()
  const { rules } = content
  if (rules.length === 0)
    return (
      <p className="max-w-[52ch] text-soft">There are no rules yet. Add them to a field, to show it only to some people, or to a page.</p>
    )
  return (
    <ol aria-label="Rules" className="border-b border-line">
      {rules.map((rule, index) => {
        const [action] = rule.actions
        const target = action && ('from' in action ? action.from : action.field)
        const words = writeRule(rule, content, fields)
        return (
          <li
            key={rule.id}
            className={joinClasses(
              'flex items-start gap-3 border-t border-line py-3',
              rule.id === selected && 'rounded-control outline-2 outline-court',
            )}
          >
            <div className="grid min-w-0 flex-1 gap-0.5 px-2">
              <p className="wrap-anywhere">{words}</p>
              {problems.has(rule.id) && <p className="text-small font-medium text-warn">{problems.get(rule.id)}</p>}
            </div>
            <Button size="small" onClick={() => target !== undefined && show(findView(content, target))}>
              Change
            </Button>
            <Menu
              label={`More for rule ${index + 1}`}
              entries={[
                {
                  id: 'up',
                  label: 'Move up',
                  icon: <ArrowUp {...icon} />,
                  isDisabled: index === 0,
                  onPress: () => edit((form) => moveRule(form, rule.id, index - 1)),
                },
                {
                  id: 'down',
                  label: 'Move down',
                  icon: <ArrowDown {...icon} />,
                  isDisabled: index === rules.length - 1,
                  onPress: () => edit((form) => moveRule(form, rule.id, index + 1)),
                },
                {
                  id: 'remove',
                  label: 'Remove',
                  icon: <Trash2 {...icon} />,
                  isDangerous: true,
                  startsGroup: true,
                  onPress: () => edit((form) => removeRule(form, rule.id)),
                },
              ]}
            >
              <Ellipsis size={19} aria-hidden="true" />
            </Menu>
          </li>
        )
      })}
    </ol>
  )
}
