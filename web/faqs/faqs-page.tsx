import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type FaqGroupId, listFaqs } from '../../domain/faqs/questions.ts'
import { type FaqGroup, filterFaqs } from '../../domain/faqs/rules.ts'
import { pages } from '../../domain/pages.ts'
import { usePlatform } from '../app-state.ts'
import { useTitle } from '../shell/use-title.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { FilterField } from '../ui/filter-field.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { FaqRow } from './faq-row.tsx'
import { MoreHelp, NoResults } from './more-help.tsx'
import { getElementId, useOpenFaqs } from './use-open-faqs.ts'

const courts = {
  'finding-games': 'pickleball',
  joining: 'basketball',
  hosting: 'soccer',
  places: 'sand-volleyball',
  people: 'table-tennis',
  account: 'swimming',
  notifications: 'running',
} as const satisfies Record<FaqGroupId, string>

const addressDelayMs = 300
const maxTypedLength = 100

const countFaqs = (groups: readonly FaqGroup[]) => groups.reduce((sum, { faqs }) => sum + faqs.length, 0)

/** Questions with short answers, and a search for them. */
export default function FaqsPage() {
  const { name } = usePlatform()
  const groups = listFaqs(name)
  const allFaqs = groups.flatMap(({ faqs }) => faqs)
  const { open, toggle, saveTyped } = useOpenFaqs((id) => allFaqs.some((faq) => faq.id === id))
  const [typed, setTyped] = useTyped(saveTyped)
  const found = filterFaqs(groups, typed)
  const isFiltered = typed.trim() !== ''
  useTitle(allFaqs.find(({ id }) => id === open.at(-1))?.question ?? pages.faqs.title)
  const openFirst = () => {
    const first = found[0]?.faqs[0]
    if (isFiltered && first && !open.includes(first.id)) toggle(first.id, true, typed)
  }
  return (
    <div
      className={pageFrame(
        'wide',
        'grid grid-cols-[minmax(0,1fr)] gap-x-20 gap-y-7 pt-3 sm:pt-12 lg:grid-cols-[minmax(0,19rem)_minmax(0,45rem)]',
      )}
    >
      <header className="grid content-start gap-5 self-start lg:sticky lg:top-8">
        <h1 className="lg:text-hero lg:tracking-[-0.025em]">{pages.faqs.title}</h1>
        <search className="grid gap-2">
          <FilterField
            label="Find an answer"
            placeholder="Try “waitlist” or “guest”"
            value={typed}
            onChange={(text) => setTyped(text.slice(0, maxTypedLength))}
            onEnter={openFirst}
          />
          <p role="status" className={found.length === 0 ? 'sr-only' : 'text-small text-soft empty:-mt-2'}>
            {isFiltered && formatCount(countFaqs(found), allFaqs.length)}
          </p>
        </search>
        {!isFiltered && <GroupLinks groups={groups} />}
      </header>
      <div className="grid min-w-0 content-start gap-11 sm:gap-14">
        {found.map(({ id, title, faqs }) => (
          <section key={id} aria-labelledby={getElementId(id)} className="min-w-0">
            <div className="flex items-center gap-3.5 pb-3.5">
              <CourtArt activity={courts[id]} seed={id} className="size-11 flex-none overflow-hidden rounded-thumb" />
              <h2 id={getElementId(id)} tabIndex={-1} className="min-w-0 text-[1.375rem] outline-none">
                {title}
              </h2>
            </div>
            <div className="border-b border-line">
              {faqs.map((faq) => (
                <FaqRow key={faq.id} faq={faq} isOpen={open.includes(faq.id)} onToggle={(isOpen) => toggle(faq.id, isOpen, typed)} />
              ))}
            </div>
          </section>
        ))}
        {found.length === 0 ? <NoResults typed={typed.trim()} onClear={() => setTyped('')} /> : <MoreHelp />}
      </div>
    </div>
  )
}

const formatCount = (found: number, all: number) =>
  found === 0 ? 'No results.' : found === 1 ? `1 of ${all} answers` : `${found} of ${all} answers`

/**
 * The typed text. When the person stops typing, it is saved in the address, so that Back finds the same answers. When the
 * address changes, the text follows it.
 */
function useTyped(saveTyped: (q: string) => void) {
  const [params] = useSearchParams()
  const addressText = (params.get('q') ?? '').slice(0, maxTypedLength)
  const [typed, setTyped] = useState(addressText)
  const [lastAddressText, setLastAddressText] = useState(addressText)
  if (addressText !== lastAddressText) {
    setLastAddressText(addressText)
    if (addressText !== typed.trim()) setTyped(addressText)
  }
  const debouncedText = useDebounced(typed, addressDelayMs)
  const updateAddress = useEffectEvent((q: string) => {
    if (q !== addressText) saveTyped(q)
  })
  useEffect(() => updateAddress(debouncedText.trim()), [debouncedText])
  return [typed, setTyped] as const
}

/** Links to the groups: a list beside the answers on a wide screen, a row that scrolls sideways on a phone. */
function GroupLinks({ groups }: { groups: readonly FaqGroup[] }) {
  return (
    <nav
      aria-label="Topics"
      className="max-lg:-mx-4.5 max-lg:overflow-x-auto max-lg:px-4.5 max-lg:[scrollbar-width:none] sm:max-lg:-mx-7 sm:max-lg:px-7"
    >
      <ul className="flex gap-2 py-1 lg:grid lg:gap-0 lg:py-0">
        {groups.map(({ id, title }) => (
          <li key={id} className="flex-none lg:border-t lg:border-line">
            <Link
              to={`/${pages.faqs.path}#${id}`}
              className="flex min-h-11 items-center font-medium max-lg:rounded-full max-lg:border max-lg:border-line max-lg:bg-card max-lg:px-4 max-lg:text-small max-lg:whitespace-nowrap hover:text-court"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
