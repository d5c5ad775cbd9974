/** Words that tell somebody what to do with their money; Holdfast says what was worked out, and no more. */
export const ADVICE =
  /\b(?:should|must|ought|recommend\w*|advis\w+|suggest\w*|best|better|consider|need to|sell now|buy now|use it|hurry)\b|^(?:sell|buy|hold|switch|invest|pay in)\b/iu;
