import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { submissionPath } from '../../../domain/forms/paths.ts'
import { nameSigner, type SignedText, type SignedWaiver } from '../../../domain/forms/waiver-contract.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { Markdown } from '../fill/markdown.tsx'
import { writeSignedWhen } from '../write-signed-before.ts'
import { DrawnSignature } from './drawn-signature.tsx'
import { signedWaivers, waiversFileUrl } from './queries.ts'

type WaiversDialogProps = { formId: string; onClose: () => void }

/** Who has signed the waivers of a form, for whom, when and how, and the words. */
export default function WaiversDialog({ formId, onClose }: WaiversDialogProps) {
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().slice(0, 100)
  const q = useDebounced(wanted, 300)
  const query = useInfiniteQuery(signedWaivers(formId, q))
  const waivers = query.data?.pages.flatMap((page) => page.waivers)
  // The rows are still those of the search before.
  const isOld = query.isPlaceholderData || wanted !== q
  const isLoading = waivers ? waivers.length === 0 && isOld : !query.error
  const texts = new Map(query.data?.pages.flatMap((page) => page.texts.map((text) => [text.wordsHash, text] as const)))
  return (
    <Dialog title="Signed waivers" isOpen onClose={onClose}>
      {!waivers && query.error && (
        <ErrorNotice
          title="We could not load the waivers"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {waivers && (waivers.length > 0 || isOld || q !== '' || typed !== '') && (
        <div className="mb-4 grid gap-3">
          <FilterField label="Find by name" placeholder="Name" value={typed} onChange={setTyped} className="grid" />
          <a href={waiversFileUrl(formId)} download className={buttonClasses('plain', 'small')}>
            <Download size={17} aria-hidden="true" /> Download all as CSV
          </a>
        </div>
      )}
      {isLoading && (
        <Loading label="Loading the waivers">
          <SkeletonText lines={5} />
        </Loading>
      )}
      {waivers?.length === 0 && !isLoading && <p className="text-soft">{writeNone(q, query.hasNextPage)}</p>}
      {waivers && waivers.length > 0 && (
        <ul aria-busy={isOld} className={joinClasses('border-b border-line transition-opacity', isOld && 'opacity-60')}>
          {waivers.map((waiver) => (
            <WaiverRow key={waiver.id} formId={formId} waiver={waiver} signed={texts.get(waiver.wordsHash)} />
          ))}
        </ul>
      )}
      {!isOld && <ShowMore query={query} />}
    </Dialog>
  )
}

function writeNone(q: string, hasMore: boolean): string {
  if (q === '') return 'Nobody has signed yet, or what was signed has expired.'
  return hasMore ? 'None so far. There are more to look through.' : 'Nobody with this name has signed.'
}

function WaiverRow({ formId, waiver, signed }: { formId: string; waiver: SignedWaiver; signed: SignedText | undefined }) {
  const { submissionId, forWhom, signature, wordsHash } = waiver
  const by = nameSigner(waiver)
  const who = forWhom === '' ? by : `${forWhom}, signed by ${by}`
  return (
    <li className="grid gap-1 border-t border-line py-3">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
        {submissionId === null ? (
          <span className="min-w-0 font-strong wrap-anywhere">{who}</span>
        ) : (
          <Link to={submissionPath(formId, submissionId)} className="min-w-0 font-strong wrap-anywhere underline-offset-3 hover:underline">
            {who}
          </Link>
        )}
        <span className="text-small text-soft wrap-anywhere">{signed?.label ?? 'A waiver of an earlier version'}</span>
      </p>
      <p className="text-small text-soft">
        {writeSignedWhen(waiver)}
        {submissionId === null && '. The other answers are deleted.'}
      </p>
      {'name' in signature ? (
        <p className="text-small wrap-anywhere">Typed: {signature.name}</p>
      ) : (
        <DrawnSignature label={`Signature of ${by}`} strokes={signature.strokes} />
      )}
      {signed && (
        <details className="text-small">
          <summary className="cursor-pointer py-1.5 text-soft">Read what was signed</summary>
          <div className="max-w-[72ch] rounded-card border border-line px-4 py-3 wrap-anywhere">
            <p className="font-strong">{signed.label}</p>
            <Markdown text={signed.text} />
          </div>
        </details>
      )}
      <p className="text-small text-soft wrap-anywhere" title="A fingerprint (SHA-256) of the words that were signed">
        Text {wordsHash.slice(0, 16)}
      </p>
    </li>
  )
}
