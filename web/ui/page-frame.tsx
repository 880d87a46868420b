import { joinClasses } from './class-names.ts'
import { ErrorNotice } from './error-notice.tsx'

/** The maximum widths of pages, in pixels. */
const widths = {
  576: 'max-w-xl',
  672: 'max-w-2xl',
  720: 'max-w-[720px]',
  736: 'max-w-[46rem]',
  760: 'max-w-[760px]',
  860: 'max-w-[860px]',
  960: 'max-w-[960px]',
  1120: 'max-w-[1120px]',
  1200: 'max-w-[1200px]',
} as const

/** The classes of the element around a page. They center the page and give all pages the same space at the sides. */
export const pageFrame = (width: keyof typeof widths, className: string) => joinClasses('mx-auto px-4.5 sm:px-7', widths[width], className)

type PageErrorProps = { error: unknown; onRetry: () => void; isRetrying: boolean }

/** Replaces a page whose data could not be loaded. */
export function PageError(props: PageErrorProps) {
  return (
    <div className={pageFrame(1120, 'pt-10')}>
      <ErrorNotice {...props} />
    </div>
  )
}
