import { Bold, Eye, Italic, Link2, List, Pencil } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { joinClasses } from './class-names.ts'
import { TextArea } from './field.tsx'
import { iconButtonClasses } from './icon-button.tsx'
import { type EditorState, makeLink, type TextEdit, toggleList, toggleMark } from './markdown-edits.ts'
import { Skeleton } from './skeleton.tsx'

/** The Markdown parser is large, so we load it only when the user opens the preview. */
const Preview = lazy(async () => {
  const [{ readRichText }, { RichText }] = await Promise.all([
    import('../../domain/rich-text/read-rich-text.ts'),
    import('./rich-text.tsx'),
  ])
  return {
    default: ({ markdown }: { markdown: string }) => {
      const tree = readRichText(markdown)
      return tree.length > 0 ? <RichText tree={tree} /> : <p className="text-soft">There is nothing to preview yet.</p>
    },
  }
})

type Tool = { label: string; key?: string; Picture: typeof Bold; edit: (state: EditorState) => TextEdit }

const tools: readonly Tool[] = [
  { label: 'Bold', key: 'b', Picture: Bold, edit: (state) => toggleMark(state, '**') },
  { label: 'Italic', key: 'i', Picture: Italic, edit: (state) => toggleMark(state, '*') },
  { label: 'List', Picture: List, edit: toggleList },
  { label: 'Link', key: 'k', Picture: Link2, edit: makeLink },
]

const usesCommandKey = () => /Mac|iPhone|iPad/.test(navigator.platform)
const shortcutOf = (key: string) => `${usesCommandKey() ? 'Meta' : 'Control'}+${key.toUpperCase()}`
const titleOf = ({ label, key }: Tool) => (key ? `${label} (${usesCommandKey() ? '⌘' : 'Ctrl+'}${key.toUpperCase()})` : label)

function applyEdit(area: HTMLTextAreaElement, edit: (state: EditorState) => TextEdit): void {
  const { from, to, insert, start, end } = edit({ text: area.value, start: area.selectionStart, end: area.selectionEnd })
  area.focus()
  area.setSelectionRange(from, to)
  // `execCommand` is deprecated, but it is the only way that keeps the browser's undo working.
  if (!document.execCommand(insert ? 'insertText' : 'delete', false, insert)) {
    area.setRangeText(insert, from, to)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(start, end)
}

/** A text area for Markdown, with buttons to format the text and a preview. Accepts the props of `form.register`. */
export function RichTextField({ className, label, onKeyDown, ...rest }: ComponentProps<typeof TextArea>) {
  const container = useRef<HTMLDivElement>(null)
  const [previewText, setPreviewText] = useState<string | null>(null)
  const area = () => container.current?.querySelector('textarea') ?? null
  const isWriting = previewText === null

  const applyTool = (tool: Tool) => {
    const textArea = area()
    if (textArea) applyEdit(textArea, tool.edit)
  }
  const takeShortcut = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    onKeyDown?.(event)
    if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
    const tool = tools.find(({ key }) => key === event.key.toLowerCase())
    if (!tool) return
    event.preventDefault()
    applyTool(tool)
  }

  return (
    <div ref={container} className={joinClasses('grid min-w-0 gap-1', className)}>
      {/* During the preview, the text area is hidden but stays in the page, so that the form keeps its value. */}
      <div className={isWriting ? 'contents' : 'hidden'}>
        <TextArea label={label} {...rest} onKeyDown={takeShortcut} />
      </div>
      {!isWriting && (
        <section aria-label={`Preview of ${label.toLowerCase()}`} className="grid gap-1.5">
          <p className="text-small font-strong">{label}</p>
          <div className="min-h-28 rounded-control border border-line px-3.5 py-2.5">
            <Suspense fallback={<Skeleton className="h-5 w-2/3" />}>
              <Preview markdown={previewText} />
            </Suspense>
          </div>
        </section>
      )}
      <fieldset aria-label={`Format ${label.toLowerCase()}`} className="-ml-2.5 flex min-w-0 items-center">
        {tools.map((tool) => (
          <button
            key={tool.label}
            type="button"
            aria-label={tool.label}
            aria-keyshortcuts={tool.key && shortcutOf(tool.key)}
            title={titleOf(tool)}
            disabled={!isWriting}
            // This keeps the selection in the text area.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => applyTool(tool)}
            className={iconButtonClasses('text-soft hover:text-ink')}
          >
            <tool.Picture size={18} aria-hidden="true" />
          </button>
        ))}
        <button
          type="button"
          aria-pressed={!isWriting}
          onClick={() => setPreviewText(isWriting ? (area()?.value ?? '') : null)}
          className="ml-auto flex min-h-11 items-center gap-1.5 rounded-full px-3 text-small font-semibold text-court hover:bg-wash"
        >
          {isWriting ? <Eye size={17} aria-hidden="true" /> : <Pencil size={17} aria-hidden="true" />}
          {isWriting ? 'Preview' : 'Continue writing'}
        </button>
      </fieldset>
    </div>
  )
}
