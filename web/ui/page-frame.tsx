import { joinClasses } from './class-names.ts'
import { ErrorNotice } from './error-notice.tsx'

/**
 * All pages have the same frame: it is 1120 pixels wide, and centered. What is read or filled line by line takes only the left part of
 * it, so the left edge stays when people go from page to page.
 */
const widths = { wide: 'mx-auto max-w-[1120px]', narrow: 'ml-[max(0px,(100%-1120px)/2)] max-w-[720px]' } as const

/** The classes of the element around a page. They give all pages the same space at the sides. */
export const pageFrame = (width: keyof typeof widths, className: string) => joinClasses('px-4.5 sm:px-7', widths[width], className)

type PageErrorProps = { error: unknown; onRetry: () => void; isRetrying: boolean }

/** Replaces a page whose data could not be loaded. */
export function PageError(props: PageErrorProps) {
  return (
    <div className={pageFrame('wide', 'pt-10')}>
      <ErrorNotice {...props} />
    </div>
  )
}
