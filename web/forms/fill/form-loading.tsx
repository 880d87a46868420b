import { pageFrame } from '../../ui/page-frame.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import type { FillableForm } from './begin-form.ts'
import { PageHead } from './page-head.tsx'

const fields = ['name', 'choice', 'text'].map((key) => (
  <span key={key} className="grid gap-2">
    <Skeleton className="h-4 w-24" />
    <Skeleton className="h-11.5" />
  </span>
))

/** Stands where a form will be. */
export function FormLoading() {
  return (
    <Loading label="Loading the form" className={pageFrame('narrow', 'pt-4 sm:pt-9')}>
      <span className="grid gap-6">
        <Skeleton className="h-1.5 rounded-full" />
        <Skeleton className="h-8 w-56" />
        {fields}
      </span>
    </Loading>
  )
}

/** The title of a form while its fields are still loading. */
export function FormOpening({ form: { title, content, layout }, pageId }: { form: FillableForm; pageId: string | null }) {
  const at = Math.max(
    0,
    content.pages.findIndex(({ id }) => id === pageId),
  )
  const opened =
    layout !== 'pages'
      ? { pageTitle: '', page: 1, pages: 1 }
      : { pageTitle: content.pages[at]?.title ?? '', page: at + 1, pages: content.pages.length }
  return (
    <div className={pageFrame('narrow', 'flex flex-col gap-6 pt-4 sm:pt-9')}>
      <PageHead formTitle={title} {...opened} kept="" />
      <Loading label="Loading the form">
        <span className="grid gap-6">{fields}</span>
      </Loading>
    </div>
  )
}
