import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import {
  ChevronLeft,
  ClipboardCheck,
  ClipboardList,
  CreditCard,
  HandHelping,
  type LucideIcon,
  MessageSquareHeart,
  PenLine,
  SquarePlus,
} from 'lucide-react'
import { useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { can } from '../../domain/access/can.ts'
import type { CreateForm } from '../../domain/forms/contract.ts'
import { buildFormPath, formsPath } from '../../domain/forms/paths.ts'
import { type FormTemplate, formTemplates, templateNames } from '../../domain/forms/templates.ts'
import { myTeams } from '../teams/queries.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { PageError, pageFrame } from '../ui/page-frame.tsx'
import { Select } from '../ui/select.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { creatingForm, ownForms } from './queries.ts'

const templates: Record<FormTemplate, { icon: LucideIcon; text: string }> = {
  blank: { icon: SquarePlus, text: 'Start with an empty page.' },
  registration: { icon: ClipboardList, text: 'Contact, and each player with birth date, shirt and waiver.' },
  waiver: { icon: PenLine, text: 'A text to read and sign.' },
  tryout: { icon: ClipboardCheck, text: 'Who wants to play, how well, and how often.' },
  volunteer: { icon: HandHelping, text: 'Who can help, with what, and when.' },
  feedback: { icon: MessageSquareHeart, text: 'How it was, and what to do better.' },
  payment: { icon: CreditCard, text: 'Something to pay for, with a code.' },
}

/** The page `form/build`: choose a community, and a template or a form to copy. */
export default function NewFormPage() {
  const [search, setSearch] = useSearchParams()
  const query = useQuery(myTeams)
  if (!query.data) {
    if (query.error) return <PageError error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    return (
      <Loading label="Loading your communities" className={pageFrame('wide', 'pt-4 sm:pt-9')}>
        <SkeletonText lines={6} />
      </Loading>
    )
  }
  const teams = query.data.filter((one) => can(one, 'forms.manage'))
  const team = teams.find(({ id }) => id === search.get('team')) ?? teams[0]
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-6 pt-2 sm:pt-8')}>
      <header>
        <Link to={formsPath} className="-ml-1 inline-flex min-h-11 items-center gap-1 text-small font-strong text-court hover:underline">
          <ChevronLeft size={17} aria-hidden="true" /> Your Forms
        </Link>
        <h1>New form</h1>
      </header>
      {team ? (
        <>
          {teams.length > 1 && (
            <Select
              label="Community"
              value={team.id}
              options={teams.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => setSearch({ team: id }, { replace: true })}
              className="max-w-sm"
            />
          )}
          <Starts key={team.id} teamId={team.id} />
        </>
      ) : (
        <EmptyState
          title="Forms belong to a community"
          action={
            <LinkButton variant="primary" to="/teams/create">
              Start a community
            </LinkButton>
          }
        >
          Only owners, organizers and roles that may build forms can start one.
        </EmptyState>
      )}
    </div>
  )
}

const cardClasses =
  'grid h-full w-full grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3.5 rounded-card border border-line bg-card p-4 text-left hover:bg-wash aria-disabled:opacity-55'

function Starts({ teamId }: { teamId: string }) {
  const navigate = useNavigate()
  const forms = useInfiniteQuery(ownForms)
  /** Trying again after a lost answer must not start a second form. */
  const key = useRef({ from: '', key: '' })
  const create = useMutation({ ...creatingForm, onSuccess: ({ id }) => navigate(buildFormPath(id)) })
  const start = (from: CreateForm['from']) => {
    if (create.isPending) return
    const name = JSON.stringify(from)
    if (key.current.from !== name) key.current = { from: name, key: crypto.randomUUID() }
    create.mutate({ teamId, from, idempotencyKey: key.current.key })
  }
  const rows = forms.data?.pages.flatMap((page) => page.forms) ?? []
  return (
    <>
      {create.error && <ErrorNotice title="We could not start the form" error={create.error} />}
      <section aria-label="Templates">
        <ul className="grid gap-3 sm:grid-cols-2">
          {formTemplates.map((template) => {
            const { icon: Icon, text } = templates[template]
            return (
              <li key={template}>
                <button
                  type="button"
                  aria-disabled={create.isPending}
                  onClick={() => start({ kind: 'template', template })}
                  className={cardClasses}
                >
                  <Icon size={21} aria-hidden="true" className="mt-0.5 text-court" />
                  <span className="grid gap-0.5">
                    <span className="font-strong">{templateNames[template]}</span>
                    <span className="text-small text-soft">{text}</span>
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      </section>
      {rows.length > 0 && (
        <section aria-labelledby="copies" className="grid gap-2">
          <h2 id="copies" className="text-title">
            Or copy one of yours
          </h2>
          <div>
            <ul className="border-b border-line">
              {rows.map(({ id, title, team }) => (
                <li key={id} className="border-t border-line">
                  <button
                    type="button"
                    aria-disabled={create.isPending}
                    onClick={() => start({ kind: 'copy', formId: id })}
                    className="grid min-h-14 w-full content-center py-2.5 text-left hover:text-court aria-disabled:opacity-55"
                  >
                    <span className="font-strong wrap-anywhere">{title}</span>
                    <span className="text-small text-soft wrap-anywhere">{team.name}</span>
                  </button>
                </li>
              ))}
            </ul>
            <ShowMore query={forms} />
          </div>
        </section>
      )}
    </>
  )
}
