package mlf;

/** The language of texts, in the order of mlf.h. */
public enum Lang { ZH, EN }
