/**
 * Questions on the notes of local/seed/documents, as students ask them, each with the note that contains the
 * answer and words of its passage. The notes are our own, so the set ships with the project.
 */
export type Question = { note: string; question: string; answer: string }

export const questions: Question[] = [
  {
    note: 'buffers',
    question: 'What does a buffer consist of?',
    answer: 'holds a weak acid and its conjugate base',
  },
  { note: 'buffers', question: 'In what range does a buffer work?', answer: 'works within one unit of its' },
  {
    note: 'buffers',
    question: 'Which buffer pair is in the blood?',
    answer: 'carbonic acid / hydrogencarbonate',
  },
  {
    note: 'buffers',
    question: 'Should I use amounts or concentrations when mixing volumes?',
    answer: 'Use amounts, not concentrations',
  },
  {
    note: 'derivative',
    question: 'How is the derivative defined?',
    answer: 'limit of the difference quotient',
  },
  { note: 'derivative', question: 'Where does a derivative not exist?', answer: 'At a vertical tangent' },
  {
    note: 'derivative',
    question: 'Is there a picture for the product rule?',
    answer: 'a rectangle with sides',
  },
  { note: 'derivative', question: 'tangnet of 1/x at x = 2', answer: 'Find the tangent of' },
  {
    note: 'incline',
    question: 'Which forces act on a block on a slope?',
    answer: 'Three forces act on the block',
  },
  {
    note: 'incline',
    question: 'At what angle does the block begin to slide?',
    answer: 'begins to slide when the slope',
  },
  {
    note: 'incline',
    question: 'Is kinetic friction smaller than static friction?',
    answer: 'it is smaller than that limit',
  },
  { note: 'incline', question: 'friction coefficient of rubber on a dry road', answer: 'rubber on dry road' },
  {
    note: 'linear-maps',
    question: 'What are the columns of the matrix of a linear map?',
    answer: 'the columns of its matrix are exactly those images',
  },
  {
    note: 'linear-maps',
    question: 'State the rank nullity theorem',
    answer: 'the dimension of the kernel plus the dimension of the image',
  },
  {
    note: 'linear-maps',
    question: 'What does a negative determinant mean?',
    answer: 'negative if the map flips orientation',
  },
  {
    note: 'linear-maps',
    question: 'How do I change the basis of a matrix?',
    answer: 'the matrix of the same map in the new basis',
  },
  {
    note: 'memory',
    question: 'What is the testing effect?',
    answer: 'students who had been tested recalled',
  },
  {
    note: 'memory',
    question: 'How fast do we forget according to Ebbinghaus?',
    answer: 'half is gone in an hour',
  },
  {
    note: 'memory',
    question: 'Who found that memory holds seven items?',
    answer: 'seven items, give or take two',
  },
  {
    note: 'memory',
    question: 'How should I space my reviews over the days?',
    answer: 'Come back the next day',
  },
  {
    note: 'mitosis',
    question: 'In which phase are sister chromatids pulled apart?',
    answer: 'sister chromatids are pulled apart',
  },
  { note: 'mitosis', question: 'What is G0?', answer: 'A cell that leaves the cycle' },
  { note: 'mitosis', question: 'What does p53 stop at the G1 checkpoint?', answer: 'large enough' },
  {
    note: 'mitosis',
    question: 'How long does copying the DNA take?',
    answer: '6.4 billion base pairs in 8 hours',
  },
  {
    note: 'action-potential',
    question: 'What is the resting potential of a neuron?',
    answer: '70 millivolts more negative',
  },
  {
    note: 'action-potential',
    question: 'How does myelin speed up the signal?',
    answer: 'jump from node to node',
  },
  {
    note: 'action-potential',
    question: 'Does a stronger stimulus make a larger spike?',
    answer: 'does not make a larger spike',
  },
  {
    note: 'action-potential',
    question: 'What happens in multiple sclerosis?',
    answer: 'the signal dies between two nodes',
  },
  { note: 'beloved', question: 'What does rememory mean in Beloved?', answer: 'is not remembering' },
  { note: 'beloved', question: 'What do the trees stand for?', answer: 'as shelter and as wound' },
  { note: 'beloved', question: 'How do the three parts of the novel begin?', answer: '124 was spiteful' },
  {
    note: 'circuits',
    question: '¿Cuándo se considera completa la carga del condensador?',
    answer: 'la carga se considera completa',
  },
  {
    note: 'circuits',
    question: '¿Qué hace el condensador al cerrar el interruptor?',
    answer: 'se comporta como un cable',
  },
  { note: 'clt', question: 'What does a z-score say?', answer: 'how many standard deviations a value lies' },
  {
    note: 'clt',
    question: 'What does the central limit theorem claim?',
    answer: 'the means follow a normal distribution',
  },
  {
    note: 'clt',
    question: 'Does doubling the sample halve the error?',
    answer: 'Doubling the sample does not halve the error',
  },
  {
    note: 'induction',
    question: 'Where is the mistake in the horses proof?',
    answer: 'The groups do not overlap',
  },
  {
    note: 'induction',
    question: 'How many leaves has a binary tree with n inner nodes?',
    answer: '+ 1 leaves',
  },
  {
    note: 'induction',
    question: 'Show that every integer is a product of primes',
    answer: 'is a product of primes',
  },
  {
    note: 'revolution',
    question: 'What did the Stamp Act Congress ask for?',
    answer: 'no taxation but by their own consent',
  },
  {
    note: 'revolution',
    question: 'When could women vote, and until when?',
    answer: 'get the vote in one state, until 1807',
  },
  {
    note: 'revolution',
    question: 'How should I read Federalist 10?',
    answer: 'Read Federalist 10 as an answer',
  },
  {
    note: 'search-trees',
    question: 'How do I delete a node with two children from a search tree?',
    answer: 'takes the key of its',
  },
  {
    note: 'search-trees',
    question: 'What is the ordering rule of a binary serach tree?',
    answer: 'every key in the left subtree',
  },
  {
    note: 'search-trees',
    question: 'Why are sorted keys bad for a tree?',
    answer: 'Sorted input produces a list in disguise',
  },
  {
    note: 'shortest-paths',
    question: 'Why does Dijkstra fail with negative edges?',
    answer: 'Dijkstra never looks at',
  },
  {
    note: 'shortest-paths',
    question: 'What is the running time with a binary heap?',
    answer: 'With a binary heap',
  },
  {
    note: 'shortest-paths',
    question: 'What does relaxing an edge mean?',
    answer: 'means replacing the known distance',
  },
  {
    note: 'supply-demand',
    question: 'What happens to the price when the harvest fails?',
    answer: 'harvest fails',
  },
  {
    note: 'supply-demand',
    question: 'What follows from a price ceiling below equilibrium?',
    answer: 'a shortage, queues, favours',
  },
  {
    note: 'supply-demand',
    question: 'When is demand inelastic?',
    answer: 'inelastic, revenue rises with the price',
  },
  {
    note: 'titration',
    question: 'How was the pKa of acetic acid found at the half equivalence point?',
    answer: 'both concentrations are equal and the Henderson',
  },
  {
    note: 'titration',
    question: 'Which concentration of sodium hydroxide was used?',
    answer: '0.1004 M sodium hydroxide',
  },
  {
    note: 'titration',
    question: 'What were the sources of error of the burette?',
    answer: 'Burette reading',
  },
  {
    note: 'hash-lab',
    question: 'How many probes does a miss cost at load factor 0.9?',
    answer: 'a miss costs about 50 probes',
  },
  {
    note: 'hash-lab',
    question: 'Why does the sorted array beat the tree on lookups?',
    answer: 'its keys lie side by side',
  },
  {
    note: 'compilers',
    question: 'How is operator precedence parsed by recursive descent?',
    answer: 'Precedence is who calls whom',
  },
  { note: 'compilers', question: 'What does JUMPZ do on the stack machine?', answer: 'if the top is zero' },
]

/** Nothing in the notes answers these. */
export const unanswerable: string[] = [
  'Who won the football world cup in 1998?',
  'How do I bake sourdough bread at home?',
  'What is the capital of Mongolia?',
  'Which noble gas glows red in neon signs?',
  'How does the Krebs cycle regenerate oxaloacetate?',
  'What are the duties of the Roman tribunes?',
]
