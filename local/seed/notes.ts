import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A post of the demo world. Its document and thumbnail are files in documents/. */
export type Note = {
  slug: string
  document: string
  title: string
  /** The author's key (people.ts). */
  author: string
  course: string
  /** How many days before the start it was posted. */
  days: number
  details: string
}

/** The notes of the demo world, oldest first: the order in which they are posted. */
export const notes: Note[] = [
  {
    slug: 'rtl-economics',
    document: 'rtl-economics.pdf',
    title: 'مقدمة في الاقتصاد الجزئي: ملخص الفصل الثاني',
    author: 'aisha',
    course: 'ECON 101',
    days: 25.4,
    details:
      'ملخص قصير لمن يدرس بالعربية والإنجليزية معًا: التكلفة البديلة ومنحنى إمكانيات الإنتاج. The summary inside is in English.',
  },
  {
    slug: 'induction',
    document: 'induction.pdf',
    title: 'Proofs by induction, from dominoes to strong induction',
    author: 'grace',
    course: 'MATH 250',
    days: 21.5,
    details:
      'The pattern, four proofs done slowly, and two famous wrong ones: find the mistake before you turn the page.',
  },
  {
    slug: 'recursion',
    document: 'recursion.pdf',
    title: 'Recursion, one frame at a time',
    author: 'samuel',
    course: 'CS 101',
    days: 20.9,
    details:
      'What happens when a function calls itself, with the stack written out: two pages, three mistakes, three exercises.',
  },
  {
    slug: 'solved-exercises',
    document: 'solved-exercises.pdf',
    title: 'Linear algebra: 576 solved exercises',
    author: 'grace',
    course: 'MATH 221',
    days: 18.2,
    details:
      'The whole problem book from my tutoring group: vectors, systems, matrices, determinants, eigenvalues. Every exercise is followed by its solution. 120 pages, so use the page jump.',
  },
  {
    slug: 'memory',
    document: 'memory.pdf',
    title: 'Why cramming fails: memory in six experiments',
    author: 'aisha',
    course: 'PSY 101',
    days: 15.3,
    details: 'Ebbinghaus to Roediger, with the numbers. Short version: test yourself, and space it out.',
  },
  {
    slug: 'compilers',
    document: 'compilers.pdf',
    title: 'From source text to bytecode: a compiler in 40 minutes',
    author: 'maya',
    course: 'CS 370',
    days: 13.1,
    details:
      'The talk I gave in the systems club, with code. Lexing, recursive descent, a stack machine. Everything fits in 300 lines.',
  },
  {
    slug: 'cycle-picture',
    document: 'cycle-picture.jpg',
    title: 'Cell cycle poster',
    author: 'aisha',
    course: 'BIO 110',
    days: 12.4,
    details: 'For the wall of the study room. Five stages, to label from memory.',
  },
  {
    slug: 'hash-lab',
    document: 'hash-lab.pdf',
    title: 'Lab 7: measuring hash tables against trees and lists',
    author: 'noah',
    course: 'CS 201',
    days: 11.6,
    details:
      'My lab report, graded 96. Method, raw timings, and a discussion of load factor. Please cite it if you use the numbers.',
  },
  {
    slug: 'jp-limits',
    document: 'jp-limits.pdf',
    title: '微積分 I：極限と連続の要点まとめ',
    author: 'kenji',
    course: 'MATH 151',
    days: 10.2,
    details:
      '期末試験の範囲を日本語で整理しました。ε-δ 論法、はさみうちの原理、中間値の定理。The document itself is in English so that everyone can use it.',
  },
  {
    slug: 'buffers',
    document: 'buffers.pdf',
    title: 'Buffers on one page',
    author: 'priya',
    course: 'CHEM 131',
    days: 9.7,
    details:
      'Cheat sheet for the final: when to use which formula, the five pairs we have to know, and the two traps.',
  },
  {
    slug: 'beloved',
    document: 'beloved.pdf',
    title: 'Reading “Beloved”: memory, rememory and who gets to tell',
    author: 'alexandrina',
    course: 'ENG 210',
    days: 8.4,
    details:
      'Notes for the seminar paper: the structure of the three parts, water and milk as images, and eleven quotations with page numbers. Not an essay, so please don’t turn it in.',
  },
  {
    slug: 'action-potential',
    document: 'action-potential.pdf',
    title: 'How a neuron fires: the action potential explained with a stopwatch',
    author: 'aisha',
    course: 'BIO 240',
    days: 7.5,
    details:
      'One millisecond, told in six steps. Resting potential, threshold, the two kinds of channels and the refractory period.',
  },
  {
    slug: 'search-trees',
    document: 'search-trees.pdf',
    title: 'Binary search trees in five pictures',
    author: 'maya',
    course: 'CS 201',
    days: 6.3,
    details:
      'Insert, search and the three cases of delete, with the code we wrote in the lab. Ends with why balance matters.',
  },
  {
    slug: 'clt',
    document: 'clt.pdf',
    title: 'The normal distribution and the central limit theorem',
    author: 'grace',
    course: 'STAT 200',
    days: 5.2,
    details:
      'z-scores without tables, the 68–95–99.7 rule, and why means of almost anything look normal. With the three problems everyone gets wrong.',
  },
  {
    slug: 'circuits',
    document: 'circuits.pdf',
    title: 'Análisis de circuitos RC: repaso para el segundo parcial',
    author: 'tomas',
    course: 'PHYS 102',
    days: 4.8,
    details:
      'Resumen bilingüe de la carga y descarga del condensador, con la constante de tiempo y dos problemas resueltos. The worked problems are in English.',
  },
  {
    slug: 'revolution',
    document: 'revolution.pdf',
    title: 'From the Stamp Act to the Convention, 1765–1787',
    author: 'noah',
    course: 'HIST 105',
    days: 3.9,
    details:
      'Outline for the essay question: causes, turning points, what changed and for whom. Page references are to the second edition of the reader.',
  },
  {
    slug: 'linear-maps',
    document: 'linear-maps.pdf',
    title: 'Linear maps: a matrix is where the basis goes',
    author: 'grace',
    course: 'MATH 221',
    days: 3.4,
    details:
      'The one picture that makes matrix multiplication obvious. Covers kernel, image, rank, change of basis and determinants as areas.',
  },
  {
    slug: 'incline-picture',
    document: 'incline-picture.png',
    title: 'Free-body diagram: block on a slope',
    author: 'tomas',
    course: 'PHYS 101',
    days: 2.9,
    details: 'Blank enough to copy, complete enough to learn from. Forces in color, angle marked.',
  },
  {
    slug: 'titration',
    document: 'titration.pdf',
    title: 'Titration of a weak acid: lab report',
    author: 'priya',
    course: 'CHEM 131',
    days: 2.2,
    details:
      'Acetic acid against 0.100 M NaOH. Raw data, the curve, how we read pKa off the half-equivalence point, and the error estimate our TA asked for.',
  },
  {
    slug: 'supply-demand',
    document: 'supply-demand.pdf',
    title: 'Supply, demand and elasticity',
    author: 'daniel',
    course: 'ECON 101',
    days: 1.7,
    details:
      'Week 3 slides with the answers filled in: shifts versus movements, price floors and ceilings, and how to compute elasticity without getting the sign wrong.',
  },
  {
    slug: 'derivative',
    document: 'derivative.pdf',
    title: 'The derivative from first principles',
    author: 'grace',
    course: 'MATH 151',
    days: 1.1,
    details:
      'What the limit of a difference quotient means, five derivatives from the definition, and the rules that follow from them. Twelve exercises with answers at the end.',
  },
  {
    slug: 'mitosis',
    document: 'mitosis.pdf',
    title: 'The cell cycle and mitosis',
    author: 'aisha',
    course: 'BIO 110',
    days: 0.9,
    details:
      'Slides for our study group. Phases, checkpoints, what each drug in the exam question blocks, and a quiz at the end.',
  },
  {
    slug: 'incline',
    document: 'incline.pdf',
    title: "Newton's laws on an incline, with friction",
    author: 'tomas',
    course: 'PHYS 101',
    days: 0.6,
    details:
      "Free-body diagrams step by step: choose axes along the slope, resolve the weight, then friction. Three worked problems from last year's midterm.",
  },
  {
    slug: 'shortest-paths',
    document: 'shortest-paths.pdf',
    title: 'Shortest paths: Dijkstra, and when it fails',
    author: 'maya',
    course: 'CS 201',
    days: 0.08,
    details:
      'Lecture 14, cleaned up. The invariant behind Dijkstra, a worked example with every step of the queue, why one negative edge breaks it, and the running times with a binary heap. Ask me if step 3 of the proof is unclear.',
  },
  {
    slug: 'graph-picture',
    document: 'graph-picture.png',
    title: 'Weighted graph for the Dijkstra exercise',
    author: 'maya',
    course: 'CS 201',
    days: 0.07,
    details: 'The figure from lecture 14, large enough to write on. Print it or load it into your notes app.',
  },
]

/** A file in documents/. */
export function readDocument(name: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, 'documents', name))
}
