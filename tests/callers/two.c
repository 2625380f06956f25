/* Two archives in one program: neither finds anything of the other. */
#include "liba.h"
#include "libb.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    float x = 0, y = 0;
    int wrong = first(3, &x) || first(4, &x) || second(5, &y) || x != 7 || y != -5;
    wrong |= first(10, &x) == 0 || strstr(a_error(), "first") == NULL || b_error()[0] != '\0';
    wrong |= second(11, &y) == 0 || strstr(b_error(), "second") == NULL || b_error_line() != 4;
    wrong |= x != 7 || y != -5;
    printf("%d %g %g %s %s\n", wrong, x, y, a_error(), b_error());
    return wrong;
}
