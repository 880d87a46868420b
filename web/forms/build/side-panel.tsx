import { Plus } from 'lucide-react'
import type { FormContent } from '../../../domain/forms/content.ts'
import { addEnding } from '../../../domain/forms/edit-content.ts'
import { newFormId } from '../../../domain/forms/ids.ts'
import { maxEndings } from '../../../domain/forms/limits.ts'
import { nameEnding } from '../../../domain/forms/name-quotes.ts'
import { listTellingRules } from '../../../domain/forms/private-fields.ts'
import { joinClasses } from '../../ui/class-names.ts'
import type { Problem } from '../write-fault.ts'
import { DryRunNote } from './dry-run-note.tsx'
import { findUnlimited, nameOf } from './find-problems.ts'
import { PageList } from './page-list.tsx'
import { SideLink, SidePart, sideLinkClasses } from './side-link.tsx'
import { findView, useBuilder, type View } from './view.ts'

type SidePanelProps = { content: FormContent; view: View; problems: readonly Problem[]; today: string }

/** The parts of the form: its pages, endings, rules and payment, what is wrong with it, and what a dry run says. */
export function SidePanel({ content, view, problems, today }: SidePanelProps) {
  const { edit, show } = useBuilder()
  const count = content.rules.length
  const hasRuleProblem = problems.some(({ at }) => content.rules.some(({ id }) => id === at))
  return (
    <div className="grid content-start gap-6">
      <SidePart title="Pages">
        <PageList content={content} view={view} />
      </SidePart>
      <SidePart title="Endings">
        {content.endings.map(({ id, title }) => (
          <SideLink key={id} isCurrent={view.is === 'ending' && view.ending === id} onPress={() => show({ is: 'ending', ending: id })}>
            {nameEnding(content, { title }) || 'Without a title'}
          </SideLink>
        ))}
        <button
          type="button"
          disabled={content.endings.length >= maxEndings}
          onClick={() => {
            const id = newFormId('e')
            edit((form) => addEnding(form, { title: 'Another ending', text: '', isRefusal: false }, id))
            show({ is: 'ending', ending: id })
          }}
          className={joinClasses(sideLinkClasses(false), 'text-soft')}
        >
          <Plus size={15} aria-hidden="true" /> Ending
        </button>
      </SidePart>
      <SidePart title="Form">
        <SideLink isCurrent={view.is === 'texts'} onPress={() => show({ is: 'texts' })}>
          Title and introduction
        </SideLink>
        <SideLink isCurrent={view.is === 'payment'} onPress={() => show({ is: 'payment' })}>
          {content.payment ? `Payment in ${content.payment.currency.toUpperCase()}` : 'Payment'}
        </SideLink>
      </SidePart>
      <SidePart title="Rules">
        <SideLink isCurrent={view.is === 'rules'} onPress={() => show({ is: 'rules', rule: null })}>
          {count === 0 ? 'No rules' : `${count === 1 ? '1 rule' : `${count} rules`}${hasRuleProblem ? '' : ', no conflicts'}`}
        </SideLink>
        {listTellingRules(content).map(({ rule, field }) => (
          <SideLink key={`${rule}:${field}`} isCurrent={false} tone="warn" onPress={() => show({ is: 'rules', rule })}>
            A rule tells all organizers the answer to {nameOf(content, field)}
          </SideLink>
        ))}
        {findUnlimited(content).map(({ field, label }) => (
          <SideLink key={`${field}:${label}`} isCurrent={false} tone="warn" onPress={() => show(findView(content, field))}>
            {label} has no limit
          </SideLink>
        ))}
      </SidePart>
      {problems.length > 0 && (
        <SidePart title="To mend">
          {problems.map(({ at, message, path }) => (
            <SideLink key={`${at}:${path}`} isCurrent={false} tone="warn" onPress={() => show(findView(content, at))}>
              <span className="font-strong">{nameOf(content, at)}</span>: {message}
            </SideLink>
          ))}
        </SidePart>
      )}
      <DryRunNote content={content} today={today} hasFaults={problems.length > 0} />
    </div>
  )
}
