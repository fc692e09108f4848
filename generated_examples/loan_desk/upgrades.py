"""Answers to questions that were asked when the terms of a loan still counted in months."""

from loan_desk.generated.loans import earlier
from loan_desk.generated.loans.earlier_models import SetTermsResponseV65627432
from loan_desk.generated.loans.models import SetTermsResponse
from loan_desk.generated.loans.server import set_terms


@set_terms.upgrade(from_=earlier.SET_TERMS_V65627432)
def terms_in_years(old: SetTermsResponseV65627432) -> SetTermsResponse:
    """Return the terms as they are written now."""
    return SetTermsResponse(years=old.months / 12, rate=old.rate)
