import { Pencil, Printer, Share2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { useViewer } from '../app-state.ts'
import { ReportButton } from '../reports/report-button.tsx'
import { shareLink } from '../share/share-link.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { placeUrl } from './format-place.ts'
import { RemoveButton } from './remove-button.tsx'

const EditsDialog = lazy(() => import('./edits-dialog.tsx'))

/** What people do with the entry of a place: edit it, look at its history, share, remove or report it. */
export function PlaceFooter({ place }: { place: PlaceDetail }) {
  const viewer = useViewer()
  const [search, setSearch] = useSearchParams()
  const [wasOpened, setWasOpened] = useState(false)
  const isOpen = search.get('history') === '1'
  useEffect(() => {
    if (isOpen) setWasOpened(true)
  }, [isOpen])
  const show = (open: boolean) => setSearch(open ? { history: '1' } : {}, { replace: !open, preventScrollReset: true })
  const changedOn = new Date(place.updatedAt).toLocaleDateString(undefined, { month: 'short', day: 'numeric', year: 'numeric' })
  return (
    <footer className="grid gap-2 border-t border-line pt-4">
      <p className="text-small text-soft">
        {place.version === 1 ? 'Added' : 'Last changed'} {changedOn}. Anyone who plays here can update it.
      </p>
      <p className="-ml-3.5 flex flex-wrap">
        <LinkButton variant="quiet" size="small" to={`/places/edit/${place.id}`}>
          <Pencil size={16} aria-hidden="true" /> Edit
        </LinkButton>
        <Button variant="quiet" size="small" onClick={() => show(true)}>
          History
        </Button>
        <LinkButton variant="quiet" size="small" to={`/places/poster?place=${place.id}`}>
          <Printer size={16} aria-hidden="true" /> Poster
        </LinkButton>
        <Button variant="quiet" size="small" onClick={() => void shareLink({ title: place.name, url: placeUrl(place.id) })}>
          <Share2 size={16} aria-hidden="true" /> Share
        </Button>
        {viewer?.profileComplete && (
          <>
            <RemoveButton place={place} />
            <ReportButton kind="place" subjectId={place.id} title="Report this place" />
          </>
        )}
      </p>
      {(isOpen || wasOpened) && (
        <Suspense>
          <EditsDialog place={place} isOpen={isOpen} onClose={() => show(false)} />
        </Suspense>
      )}
    </footer>
  )
}
