import 'katex/dist/katex.min.css'
import { createContext, type ReactNode, useContext } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import rehypeKatex from 'rehype-katex'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import type { Source } from '#shared/api/dialogues.ts'
import './answer-text.css'
import { markCitations } from './mark-citations.ts'
import { keepSafe } from './safe-tree.ts'

type Props = { text: string; sources: readonly Source[]; onOpen: (source: Source) => void }

const Sources = createContext<Pick<Props, 'sources' | 'onOpen'>>({ sources: [], onOpen: () => {} })

/**
 * An answer's markdown, with its formulas, code and citations. Whatever it contains, nothing in it runs,
 * loads or leads away.
 */
export function AnswerText({ text, sources, onOpen }: Props) {
  return (
    <Sources value={{ sources, onOpen }}>
      <div className="answer-text" dir="auto">
        <Markdown
          remarkPlugins={[remarkGfm, remarkMath]}
          rehypePlugins={[markCitations, [rehypeKatex, formulas], colorCode, keepSafe]}
          components={components}
          urlTransform={noAddress}
        >
          {text}
        </Markdown>
      </div>
    </Sources>
  )
}

// No `trust`: formulas that link, load or style show as source text. Macros have a size limit.
const formulas = { maxExpand: 200, maxSize: 20, strict: 'ignore', errorColor: 'currentColor' } as const

// Created once: it registers about forty languages.
const color = rehypeHighlight()
const colorCode = () => color

// All addresses are already removed; this holds even if a plugin adds one back.
const noAddress = () => ''

const components: Components = {
  // The panel's own headings rank above an answer's.
  h1: ({ children }) => <h4>{children}</h4>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h4>{children}</h4>,
  h5: ({ children }) => <h4>{children}</h4>,
  h6: ({ children }) => <h4>{children}</h4>,
  pre: ({ children }) => <Scrolled label="Code">{<pre>{children}</pre>}</Scrolled>,
  table: ({ children }) => <Scrolled label="Table">{<table>{children}</table>}</Scrolled>,
  cite: ({ children, node }) => <Citation number={Number(node?.properties.number)}>{children}</Citation>,
}

function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} className="answer-scrolled">
      {children}
    </section>
  )
}

/** A number in the text that opens its source; without a source it stays plain text. */
function Citation({ number, children }: { number: number; children?: ReactNode }) {
  const { sources, onOpen } = useContext(Sources)
  const source = sources.find(one => one.number === number)
  if (!source) return children
  return (
    <button
      type="button"
      aria-label={`Source ${number}: ${source.title}, page ${source.page}`}
      onClick={() => onOpen(source)}
      className="answer-citation"
    >
      {number}
    </button>
  )
}
